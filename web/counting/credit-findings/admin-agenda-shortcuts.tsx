import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useState } from 'react'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import styles from './agenda.module.css'
import { instantOf, interruptedHours, movedHours } from './taught-hours.ts'

interface Props {
  slot: SlotTime
  hours: AgendaHour[]
  onChange: (hours: AgendaHour[]) => void
}

/** Changes many hours together: they began late, or the webinar was interrupted. */
export function AdminAgendaShortcuts({ slot, hours, onChange }: Props) {
  const days = slotDays(slot).map(({ on }) => on)
  const [on, setOn] = useState<PlainDate>(days[0] ?? slot.startOn)
  const [minutes, setMinutes] = useInputState('10')
  const [from, setFrom] = useInputState('')
  const [to, setTo] = useInputState('')
  const [goesOn, setGoesOn] = useInputState(true)
  const isLate = Number.isInteger(Number(minutes)) && Number(minutes) !== 0
  const [fromAt, toAt] = [instantOf(slot, on, from), instantOf(slot, on, to)]

  return (
    <PanelSection title="What happened">
      {days.length > 1 && (
        <NativeSelect
          label="On"
          className={styles.on ?? ''}
          value={on}
          data={days.map((day) => ({ value: day, label: shownDay(day) }))}
          onChange={({ currentTarget: { value } }) => setOn(value as PlainDate)}
        />
      )}
      <div className={styles.shortcut}>
        <TextInput
          label="Everything started late (minutes)"
          inputMode="numeric"
          value={minutes}
          onChange={setMinutes}
        />
        <Button
          variant="default"
          disabled={!isLate}
          onClick={() => onChange(movedHours(hours, on, Number(minutes)))}
        >
          Move the hours
        </Button>
      </div>
      <div className={styles.shortcut}>
        <TextInput type="time" label="Interrupted from" value={from} onChange={setFrom} />
        <TextInput type="time" label="Interrupted to" value={to} onChange={setTo} />
        <Button
          variant="default"
          disabled={!(fromAt < toAt)}
          onClick={() => onChange(interruptedHours(hours, { from: fromAt, to: toAt, goesOn }))}
        >
          Remove it
        </Button>
        <Checkbox
          label="The hour ran longer, so nothing was lost"
          className={styles.whole ?? ''}
          checked={goesOn}
          onChange={setGoesOn}
        />
      </div>
    </PanelSection>
  )
}
