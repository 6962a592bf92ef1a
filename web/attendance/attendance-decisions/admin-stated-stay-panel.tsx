import { Button, NativeSelect, TextInput } from '@mantine/core'
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
import { toastDone } from '#web/core/ui/toasts.tsx'
import type { WaitingSlot } from './answered.ts'
import { asRead, reloads, useDecisions } from './answered.ts'

/** States when a person was present on a day, with the source. */
export default function AdminStatedStayPanel({
  of,
  wait,
  ...panel
}: { of: WaitingSlot; wait: Question } & DialogProps) {
  const { eventSlotId, slot } = of
  const days = slotDays(slot)
  const [on, setOn] = useState(days[0]?.on ?? slot.startOn)
  const [times, setTimes] = useState({ from: slot.startTime, to: slot.endTime })
  const [reason, setReason] = useState('')
  const decisions = useDecisions(eventSlotId)
  const registrationId = wait.registrationId ?? 0
  const { act, isRunning, problem } = useAct(decideAttendance, {
    reloads,
    failed: 'The times were not stored. Please try again.',
    done: () => {
      toastDone(['Times stated', wait.name])
      panel.onClose()
    },
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
    <SidePanel {...panel} title="State the times" about={`${wait.name} · ${of.eventName}`} size={480}>
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
          description="Who says so, or what shows it"
          placeholder="Stated by an administrator"
          maxLength={longest.line}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <SidePanelFooter>
        <FormProblem text={problem} />
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
                reason: reason.trim() || 'Stated by an administrator',
              },
            })
          }
        >
          State the times
        </Button>
        <Button variant="default" onClick={panel.onClose}>
          Cancel
        </Button>
      </SidePanelFooter>
    </SidePanel>
  )
}
