import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { requiredText } from '#contract/core/fields.ts'
import { Sheet, sheetField, sheetForm } from '#contract/core/sheets.ts'
import { id, idNames, idText, instant, listOf, onWire, readVersion } from '#contract/core/wire.ts'
import { mostHours } from '#contract/events/events/facts.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { handFields, handRefusals } from '#contract/ledger/credits/calls.ts'

/** The longest text of a review and of its answer. */
export const longestReview = 1000

/** More than any agenda has. */
const mostNumbers = 100

const notHour = 'An hour is a number from 1'
const hourNumber = z.int({ error: notHour }).check(z.minimum(1, { error: notHour }), z.maximum(mostNumbers))

const review = {
  reviewId: z.int(),
  /** Places in the agenda, from 1; empty: no hour in particular. */
  hourNumbers: z.array(z.int()),
  /** The same hours in words; '' for none in particular. */
  about: z.string(),
  words: z.string(),
  /** '' without a file. */
  fileName: z.string(),
  askedAt: instant(),
}

/** The hours given; null: unchanged. */
const given = z.nullable(z.int())

/** A registration's reviews, for its person. */
export const OwnReviews = z.object({
  registrationId: z.int(),
  canAsk: z.boolean(),
  /** The deadline to ask for a review. */
  askUntil: instant(),
  /** Newest first. */
  reviews: z.array(
    z.object({
      ...review,
      answer: z.nullable(z.object({ hours: given, words: z.string(), answeredAt: instant() })),
    }),
  ),
})
export type OwnReviews = z.output<typeof OwnReviews>

export const getOwnReviews = endpoint({
  route: 'GET /private/credit-reviews/own',
  access: 'user',
  summary:
    "The signed-in person's registrations whose hours can be reviewed or were reviewed, with what they asked and what was answered.",
  data: z.object({ registrations: z.array(OwnReviews) }),
})

export const ReviewRequest = z.object({
  registrationId: id(),
  hourNumbers: z._default(listOf(hourNumber, mostNumbers), []),
  words: requiredText('Please say what we should look at', longestReview),
  file: z.optional(Sheet),
})
export type ReviewRequest = z.output<typeof ReviewRequest>

export const askForReview = endpoint({
  route: 'POST /private/credit-reviews/own',
  access: 'user',
  summary:
    'Asks an administrator to look at the hours of an own registration again, with words, the hours in question, and a file.',
  body: ReviewRequest,
  fileField: sheetField,
  large: sheetForm,
  data: z.object({}),
  refusals: [
    'REGISTRATION_NOT_FOUND',
    'REVIEW_EARLY',
    'REVIEW_OVER',
    'REVIEW_OPEN',
    'REVIEW_ANSWERED',
    'REVIEW_NEEDLESS',
    'SHEET_TOO_LARGE',
    'SHEET_REFUSED',
  ],
})

/** A review for administrators. */
export const Review = onWire(idNames, {
  ...review,
  registrationId: z.int(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  eventId: z.int(),
  eventName: z.string(),
  /** The slot at which the technician was counted when asking. */
  eventSlotId: z.int(),
  slot: z.object(slotTimes),
  /**
   * The registration's version, the hours as the technician sees them (credited or not), and the most
   * possible hours.
   */
  version: z.int(),
  hours: z.int(),
  possibleHours: z.int(),
  /** The technician was refused before. */
  isSecond: z.boolean(),
  answer: z.nullable(
    z.object({
      hours: given,
      words: z.string(),
      /** Name or email; null for a deleted account. */
      answeredBy: z.nullable(z.string()),
      answeredAt: instant(),
    }),
  ),
})
export type Review = z.output<typeof Review>

export const getReviews = endpoint({
  route: 'GET /private/credit-reviews',
  access: 'registrations:read',
  summary: 'The open reviews over all slots, or all reviews of one slot, oldest first.',
  query: onWire(idNames, { eventSlotId: z.optional(idText()) }),
  data: z.object({ reviews: z.array(Review) }),
})

export const countReviews = endpoint({
  route: 'GET /private/credit-reviews/count',
  access: 'registrations:read',
  summary: 'How many reviews wait for an answer, and since when the oldest one waits.',
  data: z.object({ open: z.int(), oldestAt: z.nullable(instant()) }),
})

const noMore = `Hours are a whole number from 1 to ${mostHours}`

export const ReviewAnswer = z.object({
  reviewId: id(),
  ...handFields,
  /** null: unchanged. */
  hours: z.nullable(
    z.int({ error: noMore }).check(z.minimum(1, { error: noMore }), z.maximum(mostHours, { error: noMore })),
  ),
  words: requiredText('Please say why: they read it in their email', longestReview),
  /** The registration's version. */
  version: readVersion,
})
export type ReviewAnswer = z.output<typeof ReviewAnswer>

export const answerReview = endpoint({
  route: 'POST /private/credit-reviews/answers',
  access: 'credits:write',
  summary:
    "Answers a review with words that are emailed: gives more hours, as an administrator's credit, or leaves them as they are.",
  body: ReviewAnswer,
  data: z.object({}),
  refusals: [
    'REVIEW_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'REVIEW_NOT_MORE',
    'REGISTRATION_NOT_FOUND',
    'PROFILE_INCOMPLETE',
    ...handRefusals,
    'PROVIDER_INCOMPLETE',
  ],
})

export const getReviewFile = endpoint({
  route: 'GET /private/credit-reviews/:reviewId/file',
  access: 'exports:read',
  summary: 'The file of a review, as it was sent.',
  params: z.object({ reviewId: idText() }),
  file: 'application/octet-stream',
  refusals: ['REVIEW_NOT_FOUND'],
})
