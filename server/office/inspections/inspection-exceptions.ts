import type { ComparedCredit } from '#contract/counting/unusual-credits/calls.ts'
import { noReason } from '#contract/counting/unusual-credits/calls.ts'
import { writtenByDay } from '#contract/events/slots/hours-by-day.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { InspectionFacts } from './inspection-facts.ts'
import { nameOf } from './inspection-words.ts'

type Cell = string | number | Date | null

/** Returns the lines of `exceptions.csv`. A pair can name a registration outside the pack. */
export function exceptionCells({ registrations, unusual }: InspectionFacts): Cell[][] {
  const inPack = new Map(registrations.map((held) => [held.registrationId, held]))
  return unusual.map(({ kind, person, courseNumber, other, ...credit }) => {
    const held = inPack.get(credit.registrationId)
    const name = held ? nameOf(held) : person?.name || person?.email || 'Deleted account'
    return [
      kind,
      credit.registrationId,
      name,
      ...creditCells(credit),
      courseNumber,
      ...(other ? [other.registrationId, ...creditCells(other)] : Array<null>(9).fill(null)),
    ]
  })
}

function creditCells(credit: ComparedCredit): Cell[] {
  const { eventName, slot, creditId, hours, byDay, rule, decidedBy, decidedAt, reason } = credit
  return [
    eventName,
    shownTimeslot(slot),
    creditId,
    hours,
    byDay && writtenByDay(byDay),
    rule ?? (decidedBy || 'An administrator'),
    decidedAt,
    reason || noReason,
  ]
}
