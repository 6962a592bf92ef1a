import { randomUUID } from 'node:crypto'
import { shownDate } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals } from '#contract/core/refusals.ts'
import { easternDay } from '#contract/core/season.ts'
import { confirmMinutes, undoDays } from '#contract/people/email-changes/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { Refusal, refuse, refusing } from '#server/core/http/refusal.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { clearBounce } from '#server/foundation/bounces/bounces.ts'
import { emptySecrets, writeMail } from '#server/foundation/mails/mails.ts'
import type { Holder } from '#server/people/sessions/session-changes.ts'
import { endSessions, refuseEnded } from '#server/people/sessions/session-changes.ts'
import { findUserByEmail, findWhoLeft, lockUser } from '#server/people/users/queries.ts'
import { setEmail } from '#server/people/users/user-changes.ts'
import type { Work } from '#server/work.ts'
import { changeUndoneMail, confirmEmailMail, emailChangedMail, newEmailMail } from './mails.ts'
import { findUndoableUntil } from './queries.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Emails a link to a person's new email and voids their earlier request. Refuses with EMAIL_TAKEN,
 * EMAIL_UNCHANGED, EMAIL_LEFT or ADMINISTRATOR_EMAIL, and with SIGNED_OUT if their session just ended.
 */
export async function changeEmail(work: Work, asker: Holder, newEmail: string) {
  const { tx, clock, config } = work
  const { userId } = asker
  const user = await lockPerson(work, userId)
  await refuseEnded(work, asker)
  const refusal = await refusalOf(work, user, newEmail)
  if (refusal) throw new Refusal(refusal, { fields: { email: refusals[refusal].message } })
  await keepEmail(work, userId)
  const code = newSecret()
  const expiresAt = new Date(clock().getTime() + confirmMinutes * minute)
  await tx
    .insertInto('userEmailChanges')
    .values({ userId, newEmail, codeHash: hashOfSecret(code), expiresAt })
    .execute()
  const content = confirmEmailMail(config.publicUrl, code)
  await writeSecretMail(work, causeOf('confirm', userId), { to: newEmail, expiresAt, content })
}

/** Cancels a person's pending change, if any. */
export async function keepEmail(work: Work, userId: string) {
  const asked = await work.tx
    .deleteFrom('userEmailChanges')
    .where('userId', '=', userId)
    .where('oldEmail', 'is', null)
    .returning('newEmail')
    .execute()
  const addresses = asked.map(({ newEmail }) => newEmail)
  await emptySecrets(work, addresses, causeOf('confirm', userId))
}

/**
 * Refuses with EMAIL_CHANGED_LATELY while a change can be undone. Otherwise a thief could take the account
 * and delete it.
 */
export async function refuseUndoable({ tx, clock }: Work, { userId }: { userId: string }) {
  const undoableUntil = await findUndoableUntil(tx, userId, clock())
  if (!undoableUntil) return
  const { message } = refusals.EMAIL_CHANGED_LATELY
  throw new Refusal('EMAIL_CHANGED_LATELY', {
    message: `${message} You can delete it after ${shownDate(easternDay(undoableUntil))}.`,
  })
}

/** Returns the cause prefix of mails with codes, by kind and person: several people may request one email. */
function causeOf(kind: 'confirm' | 'undo', userId: string) {
  return `email-change:${kind}:${userId}:`
}

/** The person with the changed email. */
type ChangedEmail = Pick<User, 'userId' | 'email'>

/**
 * Changes an email by the code sent to it, and ends the person's sessions except the one to keep, because
 * another person may have requested it. Refuses with LINK_SPENT, and like `changeEmail`.
 */
export async function confirmEmail(work: Work, code: string, kept?: Buffer): Promise<ChangedEmail> {
  const { tx, clock, config } = work
  const changedAt = clock()
  const undoableUntil = new Date(changedAt.getTime() + undoDays * day)
  const codeHash = hashOfSecret(code)
  const undoCode = newSecret()
  const user = await lockPersonOfCode(work, codeHash, 'LINK_SPENT')
  const { userId, email: oldEmail } = user
  const change = await tx
    .updateTable('userEmailChanges')
    .set({ oldEmail, codeHash: hashOfSecret(undoCode), expiresAt: undoableUntil })
    .where('codeHash', '=', codeHash)
    .where('oldEmail', 'is', null)
    .where('expiresAt', '>', changedAt)
    .returning('newEmail')
    .executeTakeFirstOrThrow(refusing('LINK_SPENT'))
  const { newEmail } = change
  refuse(await refusalOf(work, user, newEmail))
  await setEmail(work, user, newEmail)
  // The mail arrived there.
  await clearBounce(work, newEmail)
  await emptySecrets(work, [newEmail], causeOf('confirm', userId))
  const told = { oldEmail, newEmail, changedAt, undoableUntil }
  const content = emailChangedMail(config.publicUrl, undoCode, told)
  await writeSecretMail(work, causeOf('undo', userId), { to: oldEmail, expiresAt: undoableUntil, content })
  await endSessions(work, userId, kept)
  return { userId, email: newEmail }
}

/**
 * Changes a locked person's email for an administrator: immediately, with an email to both addresses. The old
 * one can undo it. Returning to a just left email is allowed. Refuses with EMAIL_TAKEN or
 * ADMINISTRATOR_EMAIL. Returns the person.
 */
export async function replaceEmail(work: Work, user: User, newEmail: string): Promise<User> {
  const { tx, clock, config } = work
  const { userId, role, email: oldEmail } = user
  const refusal = role === 'admin' ? 'ADMINISTRATOR_EMAIL' : await refusalOf(work, user, newEmail)
  if (refusal && refusal !== 'EMAIL_LEFT') {
    throw new Refusal(refusal, { fields: { email: refusals[refusal].message } })
  }
  await keepEmail(work, userId)
  await tx
    .deleteFrom('userEmailChanges')
    .where('userId', '=', userId)
    .where('oldEmail', '=', newEmail)
    .execute()
  const changedAt = clock()
  const expiresAt = new Date(changedAt.getTime() + undoDays * day)
  const undoCode = newSecret()
  await tx
    .insertInto('userEmailChanges')
    .values({ userId, newEmail, oldEmail, codeHash: hashOfSecret(undoCode), expiresAt })
    .execute()
  const changed = await setEmail(work, user, newEmail)
  const told = { oldEmail, newEmail, changedAt, undoableUntil: expiresAt }
  const content = emailChangedMail(config.publicUrl, undoCode, told)
  await writeSecretMail(work, causeOf('undo', userId), { to: oldEmail, expiresAt, content })
  await writeMail(work, {
    cause: `email-change:${randomUUID()}`,
    to: newEmail,
    replyTo: config.mail.support,
    content: newEmailMail(config.publicUrl, told),
  })
  return changed
}

/**
 * Restores the email of an undo code: undoes that change and all later ones, and ends the person's sessions. Refuses with
 * EMAIL_CHANGE_OVER or ADMINISTRATOR_EMAIL.
 */
export async function undoEmailChange(work: Work, code: string): Promise<ChangedEmail> {
  const { tx, clock, config } = work
  const codeHash = hashOfSecret(code)
  const user = await lockPersonOfCode(work, codeHash, 'EMAIL_CHANGE_OVER')
  const { userId, email: newEmail } = user
  const change = await tx
    .selectFrom('userEmailChanges')
    .select(['userEmailChangeId', 'oldEmail'])
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', clock())
    .executeTakeFirst()
  if (!change?.oldEmail) throw new Refusal('EMAIL_CHANGE_OVER')
  const { userEmailChangeId, oldEmail } = change
  await tx
    .deleteFrom('userEmailChanges')
    .where('userId', '=', userId)
    .where('userEmailChangeId', '>=', userEmailChangeId)
    .execute()
  await emptySecrets(work, [oldEmail], causeOf('undo', userId))
  await setEmail(work, user, oldEmail)
  await endSessions(work, userId)
  const content = changeUndoneMail(config.publicUrl, { oldEmail, newEmail })
  for (const to of [oldEmail, newEmail]) {
    await writeMail(work, { cause: `email-undone:${userEmailChangeId}:${to}`, to, content })
  }
  return { userId, email: oldEmail }
}

/**
 * Locks the person first, as sign-in does, so the two can't interleave. Refuses with ADMINISTRATOR_EMAIL,
 * because a password belongs to the email at its provider.
 */
async function lockPerson({ tx }: Work, userId: string): Promise<User> {
  const user = await lockUser(tx, userId)
  if (user.role === 'admin') throw new Refusal('ADMINISTRATOR_EMAIL')
  return user
}

async function lockPersonOfCode(work: Work, codeHash: Buffer, unknown: RefusalCode): Promise<User> {
  const change = await work.tx
    .selectFrom('userEmailChanges')
    .select('userId')
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  if (!change) throw new Refusal(unknown)
  return lockPerson(work, change.userId)
}

/** Returns why a person can't have this email, or undefined. */
async function refusalOf(
  { tx, clock }: Work,
  { userId, email }: User,
  newEmail: string,
): Promise<RefusalCode | undefined> {
  if (email === newEmail) return 'EMAIL_UNCHANGED'
  if (await findUserByEmail(tx, newEmail)) return 'EMAIL_TAKEN'
  // Checked last, so that a concurrent change of email has committed.
  const whoLeft = await findWhoLeft(tx, newEmail, clock())
  if (whoLeft === undefined) return undefined
  return whoLeft === userId ? 'EMAIL_LEFT' : 'EMAIL_TAKEN'
}

function writeSecretMail(
  work: Work,
  cause: string,
  mail: { to: string; expiresAt: Date; content: MailContent },
) {
  return writeMail(work, { cause: cause + randomUUID(), isSecret: true, ...mail })
}
