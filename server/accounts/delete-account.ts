import { deletionRefusal } from '#contract/accounts/rules.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { refusals } from '#contract/core/refusals.ts'
import { easternDay } from '#contract/core/season.ts'
import { forgetBounce } from '#server/bounces/bounces.ts'
import { issueCertificate } from '#server/certificates/certificates.ts'
import { findCertificates, findUnissued } from '#server/certificates/queries.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import type { Identity } from '#server/core/identity/identity.ts'
import { findUndoableUntil } from '#server/email-changes/queries.ts'
import { deleteMailsOf, writeMail } from '#server/mails/mails.ts'
import { leaveRegistrations } from '#server/registrations/leave-registrations.ts'
import type { Tx } from '#server/services.ts'
import { endSessions } from '#server/sessions/session-changes.ts'
import { refuseOldSignIn } from '#server/sessions/session-proofs.ts'
import { deleteUser } from '#server/users/delete-user.ts'
import { findUserByEmail, getUser } from '#server/users/queries.ts'
import type { Work } from '#server/work.ts'
import { lockAccounts } from './lock-accounts.ts'
import { farewellMail } from './mails.ts'
import { findMerges } from './queries.ts'

const daysUntilForgotten = 7

/**
 * Deletes somebody's account, all of it but what their certificates need, and tells them so. Refuses with EMAIL_DIFFERS,
 * ADMINISTRATOR_STAYS, EMAIL_CHANGED_LATELY, SIGN_IN_TOO_OLD, and USER_NOT_FOUND where it is deleted by now.
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
  // In the order in which those who sign in, register or issue lock them: so nobody waits for one another for ever.
  await identity.forget(tx, email)
  const registrationIds = await lockAccounts(tx, [userId])
  const user = await getUser(tx, userId)
  // Again, for the email may have changed in this moment.
  refuse(deletionRefusal(user, typed))
  await refuseUndoable(work, userId)
  await refuseOldSignIn(work, caller)

  for (const registrationId of await findUnissued(tx, userId)) await issueCertificate(work, registrationId)
  const certificates = await findCertificates({ db: tx, config }, userId)

  // Everything of a person, each by the noun that keeps it.
  const left = await leaveRegistrations(work, userId)
  const mergedEmails: string[] = []
  for (const { absorbedEmail } of await findMerges(tx, userId)) {
    // Once a merge can't be undone, its email is free: what is there by now may be somebody else's.
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

/** Who had the account first has the last word about a change of email, so nobody takes it away with the account. */
async function refuseUndoable({ tx, clock }: Work, userId: string): Promise<void> {
  const undoableUntil = await findUndoableUntil(tx, userId, clock())
  if (!undoableUntil) return
  const { message } = refusals.EMAIL_CHANGED_LATELY
  throw new Refusal('EMAIL_CHANGED_LATELY', {
    message: `${message} You can delete it after ${shownDate(easternDay(undoableUntil))}.`,
  })
}
