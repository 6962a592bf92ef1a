import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { FlaskConical, Lightbulb, Scale } from 'lucide-react'
import { useState } from 'react'
import { longest } from '#contract/core/fields.ts'
import { getSlotFindings, getWaits } from '#contract/counting/credit-findings/calls.ts'
import { tryAgenda } from '#contract/counting/credit-findings/what-if.ts'
import type { SlotAgendas } from '#contract/events/slots/agenda-calls.ts'
import { getSlotAgendas, stateHours } from '#contract/events/slots/agenda-calls.ts'
import { agendaProblems } from '#contract/events/slots/agenda-rules.ts'
import type { StatedAgenda } from '#contract/events/slots/agendas.ts'
import { agendaOf, statedOf } from '#contract/events/slots/agendas.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { PanelSection, SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { AdminChangedPeople, tallyWords } from '#web/events/credit-rules/admin-changed-people.tsx'
import { AdminAgendaRows } from './admin-agenda-rows.tsx'
import { AdminAgendaShortcuts } from './admin-agenda-shortcuts.tsx'

interface Props extends DialogProps {
  eventSlotId: number
  proposal?: StatedAgenda | undefined
}

/** States a slot's hours as taught, for everyone. */
export default function AdminAgendaPanel({ eventSlotId, proposal, ...panel }: Props) {
  const agendas = useData(getSlotAgendas, { query: { eventSlotId } }, { isSteady: true })
  const about = agendas.data && `${agendas.data.eventName}, ${shownTimeslot(agendas.data.slot)}`
  return (
    <SidePanel {...panel} title="Hours as taught" {...(about && { about })} size={760}>
      <Loaded of={agendas} loading={<PageSkeleton />}>
        {(loaded) => <Editor agendas={loaded} proposal={proposal} onClose={panel.onClose} />}
      </Loaded>
    </SidePanel>
  )
}

interface EditorProps {
  agendas: SlotAgendas
  proposal: StatedAgenda | undefined
  onClose: () => void
}

function Editor({ agendas, proposal, onClose }: EditorProps) {
  const { eventSlotId, slot, figures, versions } = agendas
  // As read when the panel opened: another person's later statement causes a refusal and is not replaced.
  const [readAgendaId] = useState(versions[0]?.agendaId ?? null)
  const planned = agendaOf(agendas.planned)
  const current = agendaOf(versions[0]?.hours ?? agendas.planned)
  const [hours, setHours] = useState(proposal ? agendaOf(proposal) : current)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const problems = agendaProblems(slot, hours, planned, figures)
  const hasChanges = JSON.stringify(hours) !== JSON.stringify(current)
  useUnsavedChanges(hasChanges || reason.trim() !== '')

  const isPlanned = JSON.stringify(hours) === JSON.stringify(planned)
  const stated = () => (isPlanned ? null : statedOf(hours))
  const typed = JSON.stringify(hours)
  const [triedHours, setTriedHours] = useState<string>()
  const [trial, setTrial] = useState<Parameters<typeof AdminChangedPeople>[0] & { words: string }>()
  const attempt = useAct(tryAgenda, {
    done: (answer) => {
      setTrial({ people: answer.people, words: tallyWords(answer) })
      setTriedHours(typed)
    },
    failed: 'This could not be counted. Please try again.',
  })
  const state = useAct(stateHours, {
    reloads: [getSlotAgendas, getSlotFindings, getWaits, getActivities],
    done: () => {
      toastDone('The hours are stated. They are being counted again.')
      onClose()
    },
    failed: 'The hours were not stated. Please try again.',
  })
  const isStale = triedHours !== typed

  function send(): void {
    const because = reason.trim()
    setReasonMissing(because === '')
    if (because === '') document.getElementById(reasonId)?.focus()
    else void state.act({ body: { eventSlotId, hours: stated(), reason: because, readAgendaId } })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap="xl" className="pad">
        {proposal && (
          <Alert icon={<Lightbulb size={18} />} title="Proposed from the reports">
            Most people were away at the same time, so these hours leave that time out. Check them before you
            state them.
          </Alert>
        )}
        <AdminAgendaShortcuts slot={slot} hours={hours} onChange={setHours} />
        <PanelSection title="The hours">
          <Text size="sm" c="dimmed">
            Times are Eastern. They count for everyone in this slot.
          </Text>
          <AdminAgendaRows slot={slot} hours={hours} problems={problems} onChange={setHours} />
          {!isPlanned && (
            <div>
              <Button variant="default" size="xs" onClick={() => setHours(planned)}>
                As planned again
              </Button>
            </div>
          )}
        </PanelSection>
        {trial && (
          <PanelSection title="What if">
            <Alert role="status" color={isStale ? 'gray' : 'teal'} icon={<Scale size={18} />}>
              {isStale ? 'You have changed the hours since. Ask again.' : trial.words}
            </Alert>
            <AdminChangedPeople people={trial.people} isStale={isStale} />
          </PanelSection>
        )}
        <TextInput
          id={reasonId}
          label="Reason"
          description="Shown to administrators with the hours, and in the history"
          placeholder="The webinar restarted at 9:20 AM"
          required
          maxLength={longest.line}
          value={reason}
          error={isReasonMissing && 'Please say what happened'}
          onChange={({ currentTarget: { value } }) => {
            setReason(value)
            setReasonMissing(false)
          }}
        />
        {versions.length > 0 && <Versions versions={versions} />}
      </Stack>
      <SidePanelFooter>
        <FormProblem text={attempt.problem ?? state.problem} />
        <Button
          type="button"
          variant="default"
          leftSection={<FlaskConical size={16} />}
          loading={attempt.isRunning}
          disabled={!hasChanges || problems.length > 0}
          onClick={() => void attempt.act({ body: { eventSlotId, hours: stated() } })}
        >
          What if
        </Button>
        <Button type="submit" loading={state.isRunning} disabled={!hasChanges || problems.length > 0}>
          State these hours
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </SidePanelFooter>
    </form>
  )
}

const reasonId = 'agenda-reason'

function Versions({ versions }: Pick<SlotAgendas, 'versions'>) {
  return (
    <PanelSection title="Stated before">
      <ul className="stack small anywhere">
        {versions.map(({ agendaId, hours, reason, statedBy, statedAt }) => (
          <li key={agendaId}>
            {reason}
            <br />
            <span className="muted">
              {hours ? `${hours.length} hours` : 'As planned again'}, {shownInstant(statedAt)}
              {statedBy && `, by ${statedBy}`}
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
