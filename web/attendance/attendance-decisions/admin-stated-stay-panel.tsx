import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useState } from 'react'
import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import { subjectOfStay } from '#contract/attendance/attendance-decisions/subjects.ts'
import { longest } from '#contract/core/fields.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import type { WaitingSlot } from './answered.ts'
import { asRead, reloads, useDecisions } from './answered.ts'
import { firstStay } from './stay-times.ts'

/** States when a person was present on a day, with the source. Begins with the times that a report has. */
export default function AdminStatedStayPanel({
  of,
  wait,
  ...panel
}: { of: WaitingSlot; wait: Question } & DialogProps) {
  const { eventSlotId, slot } = of
  const days = slotDays(slot)
  const first = firstStay(wait, slot)
  const [on, setOn] = useState(first.on)
  const [times, setTimes] = useState({ from: first.from, to: first.to })
  const [reason, setReason] = useInputState('')
  const decisions = useDecisions(eventSlotId)
  const registrationId = wait.registrationId ?? 0
  const { act, isRunning, problem } = useAct(decideAttendance, {
    reloads,
    failed: "Couldn't save the times. Try again.",
    toast: ['Times entered', wait.name],
    done: () => panel.onClose(),
  })
  const field = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="time"
      label={label}
      value={times[name]}
      onChange={(event) => setTimes({ ...times, [name]: event.currentTarget.value as PlainTime })}
    />
  )

  return (
    <SidePanel {...panel} title="Enter the times" about={`${wait.name} · ${of.eventName}`} size={480}>
      <div className="stack pad">
        <NativeSelect
          label="Day"
          value={on}
          data={days.map((day) => ({ value: day.on, label: shownDate(day.on) }))}
          onChange={(event) => setOn(event.currentTarget.value as typeof on)}
        />
        <div className="row">
          {field('from', 'From, Eastern')}
          {field('to', 'To, Eastern')}
        </div>
        <TextInput
          label="Source"
          description="Your source, such as an email or a note"
          placeholder="Entered by an administrator"
          maxLength={longest.line}
          value={reason}
          onChange={setReason}
        />
      </div>
      <SidePanelFooter>
        <FormProblem text={problem} />
        <Button variant="default" onClick={panel.onClose}>
          Cancel
        </Button>
        <Button
          loading={isRunning}
          disabled={!times.from || !times.to}
          onClick={() =>
            void act({
              body: {
                eventSlotId,
                act: 'state',
                registrationIds: [],
                subjects: [asRead(decisions, subjectOfStay(registrationId, on))],
                from: easternInstant(on, times.from),
                to: easternInstant(on, times.to),
                reason: reason.trim() || 'Entered by an administrator',
              },
            })
          }
        >
          Enter the times
        </Button>
      </SidePanelFooter>
    </SidePanel>
  )
}
