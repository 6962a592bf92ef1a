import { shownDate } from '#contract/core/plain-dates.ts'
import { refusals } from '#contract/core/refusals.ts'
import { easternDay } from '#contract/core/season.ts'
import { deletionRefusal } from '#contract/office/accounts/rules.ts'
import { keepMatches } from '#server/attendance/attendance-decisions/attendance-decision-leavers.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import type { Identity } from '#server/core/identity/identity.ts'
import { issueCertificate } from '#server/counting/certificates/certificates.ts'
import { findCertificates, findUnissued } from '#server/counting/certificates/queries.ts'
import { forgetReviewWords } from '#server/counting/credit-reviews/credit-reviews.ts'
import { endMakeUps } from '#server/counting/make-ups/end-make-ups.ts'
import { forgetBounce } from '#server/foundation/bounces/bounces.ts'
import { deleteMailsOf, writeMail } from '#server/foundation/mails/mails.ts'
import { forgetInspectionsOf } from '#server/office/inspections/forget-inspections.ts'
import { findUndoableUntil } from '#server/people/email-changes/queries.ts'
import { endSessions } from '#server/people/sessions/session-changes.ts'
import { refuseOldSignIn } from '#server/people/sessions/session-proofs.ts'
import { deleteUser } from '#server/people/users/delete-user.ts'
import { findUserByEmail, getUser } from '#server/people/users/queries.ts'
import { leaveRegistrations } from '#server/registrations/registrations/leave-registrations.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { lockAccounts } from './lock-accounts.ts'
import { farewellMail } from './mails.ts'
import { findMerges } from './queries.ts'

const daysUntilForgotten = 7

/**
 * Deletes an account, except what its certificates need, and emails its person. Refuses with EMAIL_DIFFERS, ADMINISTRATOR_STAYS,
 * EMAIL_CHANGED_LATELY, SIGN_IN_TOO_OLD, and USER_NOT_FOUND if it is gone already.
 */
export async function deleteAccount(
  work: Work,
  identity: Pick<Identity<Tx>, 'forget'>,
  caller: Pick<Caller, 'userId' | 'tokenHash'>,
  typed: string,
): Promise<void> {
  const { userId } = caller
  const { tx, clock, config } = work
  const { email, role } = await getUser(tx, userId)
  refuse(deletionRefusal({ email, role }, typed))
  // Locks in the order of sign-ins, registrations and certificates, so that they cannot deadlock.
  await identity.forget(tx, email)
  const registrationIds = await lockAccounts(tx, [userId])
  const user = await getUser(tx, userId)
  // Checks again, because the email may have changed before the lock.
  refuse(deletionRefusal(user, typed))
  await refuseUndoable(work, userId)
  await refuseOldSignIn(work, caller)

  for (const registrationId of await findUnissued(tx, userId)) {
    await issueCertificate(work, registrationId).catch(leaveUnissued)
  }
  const certificates = await findCertificates({ db: tx, config }, userId)

  await forgetReviewWords(tx, registrationIds)
  await keepMatches(work, registrationIds)
  await forgetInspectionsOf(tx, userId)
  const admitted = await endMakeUps(work, registrationIds)
  const left = await leaveRegistrations(work, userId, { admitted })
  const mergedEmails: string[] = []
  for (const { absorbedEmail } of await findMerges(tx, userId)) {
    // Once a merge can't be undone, its email is free, and another account may use it.
    if (!(await findUserByEmail(tx, absorbedEmail))) mergedEmails.push(absorbedEmail)
  }
  const { support } = config.mail
  for (const each of [email, ...mergedEmails]) {
    await deleteMailsOf(work, { email: each, registrationIds, support })
  }
  for (const each of mergedEmails) await identity.forget(tx, each)
  for (const each of [email, ...mergedEmails]) await forgetBounce(work, each)
  await endSessions(work, userId)
  await deleteUser(work, userId)

  await writeMail(work, {
    cause: `account:${userId}:deletion`,
    to: email,
    replyTo: support,
    content: farewellMail({ user, left, certificates }),
    attachments: left.flatMap(({ attachment }) => attachment ?? []),
    forgetAt: new Date(clock().getTime() + daysUntilForgotten * 86_400_000),
  })
}

/** Lets the deletion go on for hours whose certificate waits: for the training provider, or for a name that can be printed. */
function leaveUnissued(problem: unknown): void {
  if (!(problem instanceof Refusal && /^(PROVIDER_INCOMPLETE|NAME_NOT_PRINTABLE)$/.test(problem.code)))
    throw problem
}

/** Refuses while a change of email can be undone: a thief could otherwise delete the account after taking it. */
async function refuseUndoable({ tx, clock }: Work, userId: string): Promise<void> {
  const undoableUntil = await findUndoableUntil(tx, userId, clock())
  if (!undoableUntil) return
  const { message } = refusals.EMAIL_CHANGED_LATELY
  throw new Refusal('EMAIL_CHANGED_LATELY', {
    message: `${message} You can delete it after ${shownDate(easternDay(undoableUntil))}.`,
  })
}
