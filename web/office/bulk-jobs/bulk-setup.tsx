import { Alert, Checkbox, Group, Radio, Stack } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { restorableDays } from '#contract/core/refusals.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { overAt, slotOverNote } from '#contract/events/slots/times.ts'
import { creditableHours } from '#contract/ledger/credits/rules.ts'
import type { BulkAction, BulkKind, BulkPerson, BulkRegistrations } from '#contract/office/bulk-jobs/calls.ts'
import { previewBulkJob, startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { ProviderMissing } from '#web/foundation/training-providers/provider-missing.tsx'
import { BulkForm, BulkReason, MailsCertificates } from './bulk-form.tsx'
import { BulkPreview, previewed } from './bulk-preview.tsx'
import { startLabel } from './bulk-words.ts'
import { SlotPicker } from './slot-picker.tsx'

interface Props {
  kind: BulkKind
  registrations: BulkRegistrations
  /** For found hours: the slot. */
  eventSlotId?: number
  /** For emails: chosen at first. */
  onlyUnsent?: boolean
  onCancel: () => void
  onStarted: (jobId: string) => void
}

/** A bulk job's choices, and a preview of its effect on each registration. */
export function BulkSetup({ kind, registrations, eventSlotId, onCancel, onStarted, ...first }: Props) {
  const [hours, setHours] = useState<number>()
  const [includesEarly, setIncludesEarly] = useInputState(false)
  const [onlyUnsent, setOnlyUnsent] = useState(first.onlyUnsent ?? false)
  const [slot, setSlot] = useState<AdminSlot>()
  const [reason, setReason] = useState('')
  const [overbooks, setOverbooks] = useInputState(false)
  const [mailsCertificates, setMailsCertificates] = useState(true)
  useUnsavedChanges(
    hours !== undefined ||
      onlyUnsent !== (first.onlyUnsent ?? false) ||
      slot !== undefined ||
      reason.trim() !== '',
  )
  const isIssuing = kind === 'credit-found' || (kind === 'credit' && hours !== 0)
  const takesReason = kind === 'credit' || kind === 'credit-found' || kind === 'delete'
  const needsReason = kind === 'delete' || (kind === 'credit' && (hours === 0 || includesEarly))
  const decided = decidedAction()
  const isWhole = decided !== undefined && (!needsReason || reason.trim() !== '')
  const preview = useData(
    previewBulkJob,
    { body: { action: decided ?? { kind: 'delete' }, registrations } },
    { isEnabled: decided !== undefined, keepPrevious: true, isSteady: true, isForgotten: true },
  )
  const isProviderMissing = preview.error instanceof ApiError && preview.error.code === 'PROVIDER_INCOMPLETE'
  const start = useAct(startBulkJob, { done: ({ jobId }) => onStarted(jobId) })
  const full = preview.data?.people.filter(({ verdict }) => verdict === 'SLOT_FULL').length ?? 0
  const unusual = preview.data?.people.filter(({ verdict }) => isUnusual(verdict)).length ?? 0
  const changing = preview.data?.people.filter(({ verdict }) => verdict === 'changes').length ?? 0

  return (
    <BulkForm
      start={start}
      label={decided && preview.data ? startLabel(decided, changing) : 'Start'}
      isDangerous={kind === 'delete' || hours === 0}
      isReady={isWhole && changing > 0 && !preview.isPrevious}
      onStart={() => {
        if (!decided) return
        const action = {
          ...decided,
          ...(takesReason && { reason: reason.trim() }),
          ...(isIssuing && { mailsCertificates }),
          ...shownFindings(),
        }
        void start.act({ body: { action, registrations } })
      }}
      onCancel={onCancel}
    >
      {kind === 'credit' && <Hours chosen={hours} onChoose={setHours} />}
      {kind === 'mail-certificates' && <Recipients onlyUnsent={onlyUnsent} onChoose={setOnlyUnsent} />}
      {kind === 'move' && (
        <SlotPicker
          chosen={slot}
          onChoose={(chosen) => {
            setSlot(chosen)
            setOverbooks(false)
          }}
        />
      )}
      {slot && overAt(new Date())(slot) && (
        <Alert color="yellow" role="status">
          {slotOverNote}
        </Alert>
      )}
      {isIssuing && (
        <MailsCertificates
          isChosen={mailsCertificates}
          onChoose={setMailsCertificates}
          bounced={
            preview.data?.people.filter((one) => one.verdict === 'changes' && one.isBounced).length ?? 0
          }
        />
      )}
      {takesReason && <BulkReason reason={reason} onChange={setReason} isRequired={needsReason} />}
      {kind === 'delete' && (
        <Alert icon={<TriangleAlert />} color="yellow">
          Everyone gets an email in about a minute, and their certificates are withdrawn. You can undo this
          here, or restore single registrations from the history for {restorableDays} days.
        </Alert>
      )}
      {kind === 'credit' && (unusual > 0 || includesEarly) && (
        <Checkbox
          label="Include unusual hours"
          description="The event is not over yet, or it taught fewer hours. They need a reason, and inspectors see both."
          checked={includesEarly}
          onChange={setIncludesEarly}
        />
      )}
      {kind === 'move' && (
        <Hint>Everyone gets an email with the new time slot and a calendar update, in about a minute.</Hint>
      )}
      {kind === 'move' && (full > 0 || overbooks) && (
        <Checkbox
          label="Move everyone, also beyond the seats of this time slot"
          checked={overbooks}
          onChange={setOverbooks}
        />
      )}
      {decided === undefined ? (
        <Hint>You'll see who's affected before anything happens.</Hint>
      ) : isProviderMissing ? (
        <ProviderMissing />
      ) : (
        <Loaded of={preview}>
          {({ people }) => (
            <>
              {kind === 'credit-found' && <FoundHours people={people} />}
              <BulkPreview rows={previewed(people)} isStale={preview.isPrevious} />
            </>
          )}
        </Loaded>
      )}
    </BulkForm>
  )

  /** Returns the previewed findings: the job leaves out people with another one by then. */
  function shownFindings() {
    if (kind !== 'credit-found') return {}
    return { findingIds: preview.data?.people.flatMap(({ findingId }) => findingId ?? []) }
  }

  /** Returns the chosen action without its reason, or undefined while a choice is missing. */
  function decidedAction(): BulkAction | undefined {
    switch (kind) {
      case 'credit':
        return hours === undefined
          ? undefined
          : { kind, hours, includesEarly, ...(includesEarly && { reason: 'Preview' }) }
      case 'credit-found':
        return eventSlotId === undefined ? undefined : { kind, eventSlotId }
      case 'mail-certificates':
        return { kind, onlyUnsent }
      case 'move':
        return slot && { kind, ...targetOf(slot), overbooks }
      case 'delete':
        return { kind }
    }
  }
}

function isUnusual(verdict: string) {
  return verdict === 'EVENT_NOT_OVER' || verdict === 'CREDIT_UNUSUAL'
}

function targetOf({ eventId, eventSlotId, focusId }: AdminSlot) {
  return { eventId, eventSlotId, focusId }
}

/** The number of people per number of hours. */
function FoundHours({ people }: { people: BulkPerson[] }) {
  const changing = people.filter(({ verdict }) => verdict === 'changes')
  const byHours = [...Map.groupBy(changing, ({ hoursAfter }) => hoursAfter ?? 0)].sort(([a], [b]) => b - a)
  return (
    <ul className="tight figures">
      {byHours.map(([hours, { length }]) => (
        <li key={hours}>
          {shownHours(hours)}: {counted(length, 'person', 'people')}
        </li>
      ))}
    </ul>
  )
}

function Hours({ chosen, onChoose }: { chosen: number | undefined; onChoose: (hours: number) => void }) {
  return (
    <Radio.Group
      label="Hours"
      description="0 removes the hours and withdraws the certificate. Anyone whose certificate was emailed gets an email about the change in about a minute."
      inputWrapperOrder={['label', 'input', 'description']}
      value={chosen === undefined ? null : String(chosen)}
      onChange={(hours) => onChoose(Number(hours))}
    >
      <Group gap="lg" my="xs">
        {creditableHours.map((hours) => (
          <Radio key={hours} value={String(hours)} label={String(hours)} />
        ))}
      </Group>
    </Radio.Group>
  )
}

function Recipients({ onlyUnsent, onChoose }: { onlyUnsent: boolean; onChoose: (only: boolean) => void }) {
  return (
    <Radio.Group
      label="Recipients"
      value={onlyUnsent ? 'not_sent' : 'sent'}
      onChange={(value) => onChoose(value === 'not_sent')}
    >
      <Stack gap={8} mt="xs">
        <Radio
          value="sent"
          label="Everyone whose certificate is generated"
          description="Includes people who got the email before. They get it again."
        />
        <Radio
          value="not_sent"
          label="Only people who haven't received it by email"
          description="A certificate that was issued again, or whose email failed, counts as not emailed."
        />
      </Stack>
    </Radio.Group>
  )
}
