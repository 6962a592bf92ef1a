import { Alert, Button, Stack, TextInput } from '@mantine/core'
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
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PanelSection, SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
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
    <SidePanel {...panel} title="Adjust teaching times" {...(about && { about })} size={760}>
      <Loaded of={agendas}>
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
    failed: "Couldn't count the hours. Try again.",
  })
  const state = useAct(stateHours, {
    reloads: [getSlotAgendas, getSlotFindings, getWaits, getActivities],
    toast: 'Times saved. The hours are being counted again.',
    done: onClose,
    failed: "Couldn't save the times. Try again.",
  })
  const isStale = triedHours !== typed

  function send() {
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
          <Alert icon={<Lightbulb />} title="Proposed from the reports">
            Most people were away at the same time, so these hours leave that time out. Check them before you
            save.
          </Alert>
        )}
        <AdminAgendaShortcuts slot={slot} hours={hours} onChange={setHours} />
        <PanelSection title="The hours">
          <Hint>Times are Eastern and apply to everyone in this slot.</Hint>
          <AdminAgendaRows slot={slot} hours={hours} problems={problems} onChange={setHours} />
          {!isPlanned && (
            <div>
              <Button variant="default" size="xs" onClick={() => setHours(planned)}>
                Back to schedule
              </Button>
            </div>
          )}
        </PanelSection>
        {trial && (
          <PanelSection title="Preview of the effect">
            <Alert role="status" color={isStale ? 'gray' : 'teal'} icon={<Scale />}>
              {isStale ? "You've changed the times since. Preview again." : trial.words}
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
          error={isReasonMissing && 'Say what happened'}
          onChange={({ currentTarget: { value } }) => {
            setReason(value)
            setReasonMissing(false)
          }}
        />
        {versions.length > 0 && <Versions versions={versions} />}
      </Stack>
      <SidePanelFooter>
        <FormProblem text={attempt.problem ?? state.problem} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="default"
          leftSection={<FlaskConical size={16} />}
          loading={attempt.isRunning}
          disabled={!hasChanges || problems.length > 0}
          onClick={() => void attempt.act({ body: { eventSlotId, hours: stated() } })}
        >
          Preview the effect
        </Button>
        <Button type="submit" loading={state.isRunning} disabled={!hasChanges || problems.length > 0}>
          Save times
        </Button>
      </SidePanelFooter>
    </form>
  )
}

const reasonId = 'agenda-reason'

function Versions({ versions }: Pick<SlotAgendas, 'versions'>) {
  return (
    <PanelSection title="Earlier adjustments">
      <ul className="stack small anywhere">
        {versions.map(({ agendaId, hours, reason, statedBy, statedAt }) => (
          <li key={agendaId}>
            {reason}
            <br />
            <span className="muted">
              {hours ? `${hours.length} hours` : 'Back to schedule'}, {shownInstant(statedAt)}
              {statedBy && `, by ${statedBy}`}
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
