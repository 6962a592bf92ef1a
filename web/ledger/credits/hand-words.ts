import { shownDay } from '#contract/core/plain-dates.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { HandFacts } from '#contract/ledger/credits/by-hand.ts'
import { creditByHand } from '#contract/ledger/credits/by-hand.ts'
import { counted } from '#web/core/texts/counts.ts'

/** Says what is unusual about manual hours, a sentence each; empty if nothing is, or their days are unknown. */
export function unusualWords(
  hours: number,
  byDay: readonly DayHours[] | undefined,
  facts: HandFacts,
): string[] {
  const given = creditByHand({ hours, byDay, reason: 'any', isConfirmed: true }, facts)
  if (typeof given === 'string') return []
  const taughtOn = new Map(facts.taught.map((day) => [day.on, day.hours]))
  const isMore = given.unusual.includes('more-than-taught')
  const more = given.byDay.filter((day) => day.hours > (taughtOn.get(day.on) ?? 0))
  const early = given.unusual.includes('before-end')
    ? given.byDay.filter(({ on }) => !facts.isOver(on)).map(({ on }) => shownDay(on))
    : []
  return [
    ...(hours > facts.courseHours
      ? [`${shownHours(hours)}, but the event taught ${facts.courseHours}.`]
      : []),
    ...(isMore && hours <= facts.courseHours
      ? more.map(
          (day) =>
            `${shownHours(day.hours)} on ${shownDay(day.on)}, but ${counted(taughtOn.get(day.on) ?? 0, 'was', 'were')} taught.`,
        )
      : []),
    ...(early.length > 0
      ? [`The event has not ended: ${early.join(' and ')} ${early.length === 1 ? 'is' : 'are'} not over.`]
      : []),
  ]
}

/** Says how many of the hours the days make: '7 of 8 hours'. */
export function sumWords(sum: number, hours: number | undefined): string {
  return hours === undefined ? `${counted(sum, 'hour')} in all` : `${sum} of ${shownHours(hours)}`
}
