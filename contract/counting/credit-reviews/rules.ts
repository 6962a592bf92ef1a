import { addDays } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { deadlineOf, easternInstant, seasonOfDay } from '#contract/core/season.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'

/** The days after an event to ask for a review, unless March 31 is later. */
const reviewDays = 30

/** The most reviews of a registration: after a refusal, one more. */
const mostReviews = 2

/** Uncounted hours can be reviewed after this time. */
const countedAfterMs = 24 * 3_600_000

export interface ReviewFacts {
  slot: SlotTime
  /** A rule or an administrator has set the hours. */
  isCounted: boolean
  /** The hours as the technician sees them, credited or not, and the most that anyone can get. */
  hours: number
  possibleHours: number
  /** Earlier reviews, oldest first. An answer has the given hours; null: unchanged. */
  reviews: readonly { answer: { hours: number | null } | null }[]
}

/**
 * Returns the deadline of a slot's review, Eastern: the end of the 30th day after its last one. March 31 of
 * the last day's renewal year replaces it if later.
 */
export function reviewDeadline({ endOn }: Pick<SlotTime, 'endOn'>): Date {
  const [, last = endOn] = [addDays(endOn, reviewDays), deadlineOf(seasonOfDay(endOn))].sort()
  return easternInstant(addDays(last, 1), '00:00')
}

/** Returns why a person can't ask for a review now, or undefined. */
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
