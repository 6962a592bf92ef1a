import { Alert, NumberInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { sum } from '#contract/core/numbers.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { mostHours, shownHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { HandFactsOfCall } from '#contract/ledger/credits/hand-calls.ts'
import { factsByHand } from '#contract/ledger/credits/hand-calls.ts'
import { sumWords, unusualWords } from './hand-words.ts'

interface Props {
  facts: HandFactsOfCall
  /** The sum that the days must make; undefined: the days make the hours. */
  hours: number | undefined
  /** The first values. Unknown days are empty. */
  initial: readonly DayHours[]
  problem?: string | undefined
  onChange: (byDay: DayHours[]) => void
}

/** The hours per day of an event, with their sum and what is unusual about them. */
export function HandDays({ facts, hours, initial, problem, onChange }: Props) {
  const [byDay, setByDay] = useState([...initial])
  const total = sum(byDay.map((day) => day.hours))
  const unusual = unusualWords(hours ?? total, byDay, factsByHand(facts))
  const hoursOn = (days: readonly DayHours[], on: string) => days.find((day) => day.on === on)?.hours ?? 0

  function change(on: DayHours['on'], typed: number) {
    const next = [...byDay.filter((day) => day.on !== on), { on, hours: typed }]
      .filter((day) => day.hours > 0)
      .sort((a, b) => (a.on < b.on ? -1 : 1))
    setByDay(next)
    onChange(next)
  }

  return (
    <fieldset className="stack" aria-label="Hours by day">
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {unusual.length > 0 && (
        <Alert color="yellow" role="status" icon={<TriangleAlert />} title="Unusual hours">
          {unusual.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </Alert>
      )}
      {facts.taught.map(({ on, hours: taught }) => (
        <NumberInput
          key={on}
          label={shownDay(on)}
          description={`${shownHours(taught)} taught, ${hoursOn(facts.earned, on)} earned by attendance`}
          min={0}
          max={mostHours}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          value={byDay.find((day) => day.on === on)?.hours ?? 0}
          onChange={(typed) => change(on, Number(typed) || 0)}
        />
      ))}
      <p className="small figures" role="status">
        {sumWords(total, hours)}
      </p>
    </fieldset>
  )
}
