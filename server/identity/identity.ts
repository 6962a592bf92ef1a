import { randomUUID } from 'node:crypto'
import { writeMail } from '#server/mails/mails.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { People } from '#server/platform/identity/identity.ts'
import { isPassword } from '#server/platform/identity/passwords.ts'
import type { MailContent } from '#server/platform/mail/mail-layout.ts'
import type { Db, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { makeCode, redeemCode } from './identity-codes.ts'
import { signIdToken } from './identity-tokens.ts'
import { noPasswordMail, passwordResetMail, signInMail } from './mails.ts'

/** Mails a sign-in link and 6 digits, to known and unknown addresses alike. */
export async function sendSignInLink(work: Work, email: string): Promise<void> {
  const mailed = await makeCode(work, email, 'sign-in')
  await writeSecretMail(work, email, signInMail(work.config.publicUrl, mailed))
}

/** Redeems the code of a link, or the 6 digits, for an ID token. Refuses with LINK_SPENT; a wrong try counts all the same. */
export async function signInWithLink(work: Work, email: string, code: string): Promise<string> {
  if (!(await redeemCode(work, email, 'sign-in', code))) throw new Refusal('LINK_SPENT', { keepsWork: true })
  const { subject } = await work.tx
    .insertInto('identitySubjects')
    .values({ email, passwordHash: null })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('subject')
    .executeTakeFirstOrThrow()
  return signIdToken({ ...work, db: work.tx }, subject, email)
}

/** Gives the subject of an address. Refuses with WRONG_PASSWORD, the same for an unknown one, and as slowly. */
export async function provePassword(db: Db, email: string, password: string): Promise<string> {
  const known = await findSubject(db, email)
  const isRight = await isPassword(password, known?.passwordHash ?? undefined)
  if (!known || !isRight) throw new Refusal('WRONG_PASSWORD')
  return known.subject
}

/** Mails a link to choose a new password; who signs in by link gets such a link. Unknown addresses get nothing. */
export async function sendPasswordReset(work: Work, email: string): Promise<void> {
  const { publicUrl } = work.config
  const known = await findSubject(work.tx, email)
  if (!known) return
  const content =
    known.passwordHash === null
      ? noPasswordMail(publicUrl, await makeCode(work, email, 'sign-in'))
      : passwordResetMail(publicUrl, await makeCode(work, email, 'reset-password'))
  await writeSecretMail(work, email, content)
}

/** Sets a new password by a mailed code and ends that person's sessions. Refuses with LINK_SPENT. */
export async function resetPassword(
  work: Work,
  { endSessions }: Pick<People<Tx>, 'endSessions'>,
  { email, code, passwordHash }: { email: string; code: string; passwordHash: string },
): Promise<void> {
  if (!(await redeemCode(work, email, 'reset-password', code))) throw new Refusal('LINK_SPENT')
  await work.tx.updateTable('identitySubjects').set({ passwordHash }).where('email', '=', email).execute()
  await endSessions(work.tx, email)
}

/** Gives the first administrator a password; one who has one keeps it. */
export async function givePassword({ tx }: Work, email: string, passwordHash: string): Promise<void> {
  await tx
    .insertInto('identitySubjects')
    .values({ email, passwordHash })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ passwordHash })
        .where('identitySubjects.passwordHash', 'is', null),
    )
    .execute()
}

function findSubject(db: Db, email: string) {
  return db
    .selectFrom('identitySubjects')
    .select(['subject', 'passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

function writeSecretMail(work: Work, to: string, content: MailContent) {
  return writeMail(work, { cause: `identity:${randomUUID()}`, to, content, isSecret: true })
}
