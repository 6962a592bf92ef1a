import { paths } from '#contract/core/paths.ts'
import { reviewDeadline, reviewRefusal } from '#contract/counting/credit-reviews/rules.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'
import { reviewAnswerMail } from './mails.ts'
import { findReviewable } from './queries.ts'

/** Emails the answers to a registration's reviews, each once. May run twice. */
export async function tellReviewAnswers(work: Work, { registrationId }: Jobs['tell-review-answers']) {
  const { tx, config, clock } = work
  const holder = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['users.userId', 'email', 'firstName'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
  if (!holder) return
  const held = (await findReviewable(tx, holder.userId)).find(
    (each) => each.registrationId === registrationId,
  )
  const sender = await findSender(work)
  const canAsk = held && reviewRefusal(held, clock()) === undefined
  for (const { reviewId, eventName, answer } of held?.reviews ?? []) {
    if (!held || !answer) continue
    await writeMail(work, {
      cause: `credit-review:${reviewId}`,
      registrationId,
      to: holder.email,
      content: reviewAnswerMail({
        firstName: holder.firstName,
        eventName,
        sender,
        hours: held.hours,
        given: answer.hours,
        words: answer.words,
        askUntil: canAsk ? reviewDeadline(held.slot) : undefined,
        link: config.publicUrl + paths.registeredEvents(),
      }),
    })
  }
}
