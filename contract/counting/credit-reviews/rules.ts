import { addDays } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { deadlineOf, easternInstant, seasonOfDay } from '#contract/core/season.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'

/** The days after an event in which a review can be asked for. March 31 may be later. */
export const reviewDays = 30

/** The most reviews of a registration: whoever was refused may ask once more. */
export const mostReviews = 2

/** Hours that are not counted by then can be asked about, too. */
const countedAfterMs = 24 * 3_600_000

export interface ReviewFacts {
  slot: SlotTime
  /** Whether a rule or a person has said anything about the hours. */
  isCounted: boolean
  /** The hours as their person sees them, credited or not, and those that everybody could get. */
  hours: number
  possibleHours: number
  /** The reviews before, oldest first. An answer has the hours that were given; null: they stay. */
  reviews: readonly { answer: { hours: number | null } | null }[]
}

/**
 * Returns the instant when a review of a slot can no longer be asked for: the end of the 30th day after its last one or of March 31 of
 * that day's renewal year, whichever is later, Eastern time.
 */
export function reviewDeadline({ endOn }: Pick<SlotTime, 'endOn'>): Date {
  const [, last = endOn] = [addDays(endOn, reviewDays), deadlineOf(seasonOfDay(endOn))].sort()
  return easternInstant(addDays(last, 1), '00:00')
}

/** Returns why a person cannot ask for a review of a registration's hours now, or undefined. */
export function reviewRefusal(facts: ReviewFacts, now: Date): RefusalCode | undefined {
  const { slot, isCounted, hours, possibleHours, reviews } = facts
  const endsAt = slotDays(slot).at(-1)?.endAt ?? now
  const answers = reviews.map(({ answer }) => answer)
  if (answers.includes(null)) return 'REVIEW_OPEN'
  if (answers.length >= mostReviews || answers.some((answer) => answer?.hours)) return 'REVIEW_ANSWERED'
  if (now < endsAt || (!isCounted && now.getTime() < endsAt.getTime() + countedAfterMs)) return 'REVIEW_EARLY'
  if (now >= reviewDeadline(slot)) return 'REVIEW_OVER'
  return hours >= possibleHours ? 'REVIEW_NEEDLESS' : undefined
}
