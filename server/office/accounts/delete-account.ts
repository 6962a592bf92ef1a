import { deletionRefusal } from '#contract/office/accounts/rules.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import type { Identity } from '#server/core/identity/identity.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findUserByEmail, getUser } from '#server/people/users/queries.ts'
import type { MailPart, Personal } from '#server/personal.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { lockAccounts } from './lock-accounts.ts'
import { farewellMail } from './mails.ts'
import { findMerges } from './queries.ts'

const daysUntilForgotten = 7

/**
 * Deletes an account, except what its certificates need, and emails its person. Refuses with EMAIL_DIFFERS,
 * ADMINISTRATOR_STAYS, EMAIL_CHANGED_LATELY, SIGN_IN_TOO_OLD, and USER_NOT_FOUND if already deleted.
 * `personal`: of all nouns, each below those that know it.
 */
export async function deleteAccount(
  work: Work,
  { identity, personal }: { identity: Pick<Identity<Tx>, 'forget'>; personal: Personal[] },
  caller: Pick<Caller, 'userId' | 'tokenHash'>,
  typed: string,
) {
  const { userId, tokenHash } = caller
  const { tx, clock, config } = work
  const { email, role } = await getUser(tx, userId)
  refuse(deletionRefusal({ email, role }, typed))
  // Locks in the order of sign-ins, registrations and certificates, to prevent deadlocks.
  await identity.forget(tx, email)
  const registrationIds = await lockAccounts(tx, [userId])
  const user = await getUser(tx, userId)
  // Checks again, because the email may have changed before the lock.
  refuse(deletionRefusal(user, typed))
  const mergedEmails = await findMergedEmails(tx, userId)
  const leaver = { userId, tokenHash, user, emails: [email, ...mergedEmails], registrationIds }
  for (const { refuseLeaving } of personal) await refuseLeaving?.(work, leaver)

  for (const each of mergedEmails) await identity.forget(tx, each)
  const farewells: MailPart[] = []
  for (const { forget } of personal.toReversed()) farewells.push((await forget?.(work, leaver)) ?? {})

  await writeMail(work, {
    cause: `account:${userId}:deletion`,
    to: email,
    replyTo: config.mail.support,
    content: farewellMail(user, farewells),
    attachments: farewells.flatMap(({ attachments = [] }) => attachments),
    forgetAt: new Date(clock().getTime() + daysUntilForgotten * 86_400_000),
  })
}

/**
 * Returns the emails of merged accounts that are still reserved. Once a merge can't be undone, its email is
 * free, and another account may use it.
 */
async function findMergedEmails(tx: Tx, userId: string) {
  const emails: string[] = []
  for (const { absorbedEmail } of await findMerges(tx, userId)) {
    if (!(await findUserByEmail(tx, absorbedEmail))) emails.push(absorbedEmail)
  }
  return emails
}
