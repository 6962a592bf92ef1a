import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { HandFacts } from '#contract/ledger/credits/by-hand.ts'
import { creditByHand, hoursTaughtOn } from '#contract/ledger/credits/by-hand.ts'
import { counted } from '#web/core/texts/counts.ts'

/** Says what is unusual about manual hours, a sentence each; empty if nothing is, or their days are unknown. */
export function unusualWords(
  hours: number,
  byDay: readonly DayHours[] | undefined,
  facts: HandFacts,
): string[] {
  const given = creditByHand({ hours, byDay, reason: 'any', isConfirmed: true }, facts)
  if (typeof given === 'string') return []
  const taughtOn = (on: PlainDate) => hoursTaughtOn(facts.taught, on)
  const isMore = given.unusual.includes('more-than-taught')
  const more = given.byDay.filter((day) => day.hours > taughtOn(day.on))
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
            `${shownHours(day.hours)} on ${shownDay(day.on)}, but ${counted(taughtOn(day.on), 'was', 'were')} taught.`,
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
