import { sql } from 'kysely'
import { capitalized } from '#contract/core/names.ts'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import type { ReviewAnswer, ReviewRequest } from '#contract/counting/credit-reviews/calls.ts'
import { reviewRefusal } from '#contract/counting/credit-reviews/rules.ts'
import { namedHours } from '#contract/counting/credit-reviews/words.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { sheetOf } from '#server/core/http/received-sheet.ts'
import { Refusal, refuse, refusing } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findReviewable, findShownHours } from './queries.ts'

/**
 * Stores a person's request to review their own registration. Refuses with REGISTRATION_NOT_FOUND, or with
 * the rule's reason.
 */
export async function askForReview(
  work: Work,
  userId: string,
  { registrationId, hourNumbers, words, file }: ReviewRequest,
) {
  const { tx, clock } = work
  await lockRegistration(tx, registrationId)
  const held = (await findReviewable(tx, userId)).find((each) => each.registrationId === registrationId)
  if (!held) throw new Refusal('REGISTRATION_NOT_FOUND')
  refuse(reviewRefusal(held, clock()))
  const sheet = await sheetOf(file)
  const numbers = [...new Set(hourNumbers)].sort((a, b) => a - b)
  await tx
    .insertInto('creditReviews')
    .values({
      registrationId,
      eventSlotId: held.eventSlotId,
      hourNumbers: numbers,
      words,
      askedAt: clock(),
      file: sheet?.bytes ?? null,
      fileName: sheet?.fileName ?? '',
    })
    .execute()
  const item = capitalized(namedHours(numbers, held.agenda))
  await happened(work, [{ activity: 'review-asked', registrationId, details: { item } }])
}

/**
 * Answers a review: gives hours as an administrator's credit, or leaves them. A job emails the answer.
 * Refuses with REVIEW_NOT_FOUND, with CHANGED_MEANWHILE if it is answered or the caller read other hours,
 * with REVIEW_NOT_MORE, or with the reason why the hours can't be credited.
 */
export async function answerReview(
  work: Work,
  { reviewId, hours, words, version, byDay, isConfirmed }: ReviewAnswer,
) {
  const { tx, clock, actingUserId } = work
  const review = await tx
    .selectFrom('creditReviews')
    .select('registrationId')
    .where('creditReviewId', '=', reviewId)
    .executeTakeFirstOrThrow(refusing('REVIEW_NOT_FOUND'))
  const { registrationId } = review
  await lockRegistration(tx, registrationId)
  const answer = await tx
    .selectFrom('creditReviewAnswers')
    .select('creditReviewId')
    .where('creditReviewId', '=', reviewId)
    .executeTakeFirst()
  if (answer) throw new Refusal('CHANGED_MEANWHILE')
  const creditId =
    hours === null
      ? null
      : await give(work, { registrationId, hours, reason: words, version, byDay, isConfirmed })
  await tx
    .insertInto('creditReviewAnswers')
    .values({
      creditReviewId: reviewId,
      hours,
      creditId,
      words,
      answeredBy: actingUserId ?? null,
      answeredAt: clock(),
    })
    .execute()
  const item = hours === null ? 'The hours stay' : shownHours(hours)
  await happened(work, [{ activity: 'review-answered', registrationId, details: { item, reason: words } }])
}

/** Credits more hours than the person sees, and emails the certificate. Returns the credit. */
async function give(
  work: Work,
  credit: Pick<ReviewAnswer, 'version' | 'byDay' | 'isConfirmed'> & {
    registrationId: number
    hours: number
    reason: string
  },
) {
  const { tx } = work
  const { registrationId } = credit
  if ((await findShownHours(tx, registrationId)) >= credit.hours) throw new Refusal('REVIEW_NOT_MORE')
  await creditHours(work, { ...credit, source: 'administrator', mailsCertificate: true })
  const { creditId } = await tx
    .selectFrom('credits')
    .select('creditId')
    .where('registrationId', '=', registrationId)
    .orderBy('creditId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return creditId
}

function lockRegistration(tx: Tx, registrationId: number): Promise<unknown> {
  return tx
    .selectFrom('registrations')
    .select('registrationId')
    .where('registrationId', '=', registrationId)
    .forNoKeyUpdate()
    .execute()
}

/** Deletes the words written about these registrations, before their person is deleted. The hours stay. */
export async function forgetReviewWords(tx: Tx, registrationIds: number[]) {
  const { rows } = await sql<{ creditReviewId: number }>`
    update credit_reviews set words = '', file = null, file_name = ''
    where registration_id = any(${registrationIds}::integer[]) returning credit_review_id`.execute(tx)
  const ids = rows.map(({ creditReviewId }) => creditReviewId)
  await tx
    .updateTable('creditReviewAnswers')
    .set({ words: '' })
    .where(sql<boolean>`credit_review_id = any(${ids}::integer[])`)
    .execute()
}

/** Deletes reviews and answers older than certificates are kept; the database refuses to delete newer ones. */
export async function expireReviews({ tx }: Work) {
  const oldest = sql<Date>`now() - ${yearsKept} * interval '1 year'`
  await tx
    .deleteFrom('creditReviews')
    .where('askedAt', '<', oldest)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('creditReviewAnswers as answer')
            .select('answer.creditReviewId')
            .whereRef('answer.creditReviewId', '=', 'creditReviews.creditReviewId')
            .where('answeredAt', '>=', oldest),
        ),
      ),
    )
    .execute()
}
