import { randomUUID } from 'node:crypto'
import { endSessionsOf } from '#server/accounts/accounts.ts'
import { writeMail } from '#server/mails/mails.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { MailContent } from '#server/platform/mail/mail-layout.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import { makeCode, redeemCode } from './identity-codes.ts'
import { hashPassword, isPassword } from './identity-passwords.ts'
import { signIdToken } from './identity-tokens.ts'
import { noPasswordMail, passwordResetMail, signInMail } from './mails.ts'

/** Mails a sign-in link and 6 digits, to known and unknown addresses alike. */
export async function sendSignInLink(services: Services, email: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const mailed = await makeCode(tx, services, email, 'sign-in')
    await writeSecretMail(tx, services, email, signInMail(services.config.publicUrl, mailed))
  })
}

/** Redeems the code of a link, or the 6 digits, for an ID token. Refuses with LINK_SPENT. */
export async function signInWithLink(services: Services, email: string, code: string): Promise<string> {
  if (!(await redeemCode(services, email, 'sign-in', code))) throw new Refusal('LINK_SPENT')
  const { subject } = await services.db
    .insertInto('identity_subjects')
    .values({ email, password_hash: null })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('subject')
    .executeTakeFirstOrThrow()
  return signIdToken(services, subject, email)
}

/** Refuses with WRONG_PASSWORD, the same for an unknown address and a wrong password, and as slowly. */
export async function signInWithPassword(
  services: Services,
  email: string,
  password: string,
): Promise<string> {
  const known = await findSubject(services.db, email)
  const isRight = await isPassword(password, known?.password_hash ?? undefined)
  if (!known || !isRight) throw new Refusal('WRONG_PASSWORD')
  return signIdToken(services, known.subject, email)
}

/** Mails a link to choose a new password; who signs in by link gets such a link. Unknown addresses get nothing. */
export async function sendPasswordReset(services: Services, email: string): Promise<void> {
  const { db, config } = services
  const known = await findSubject(db, email)
  if (!known) return
  await db.transaction().execute(async (tx) => {
    if (known.password_hash === null) {
      const mailed = await makeCode(tx, services, email, 'sign-in')
      await writeSecretMail(tx, services, email, noPasswordMail(config.publicUrl, mailed))
    } else {
      const mailed = await makeCode(tx, services, email, 'reset-password')
      await writeSecretMail(tx, services, email, passwordResetMail(config.publicUrl, mailed))
    }
  })
}

/** Sets a new password by a mailed code and ends that person's sessions. Refuses with LINK_SPENT. */
export async function resetPassword(
  services: Services,
  email: string,
  code: string,
  password: string,
): Promise<void> {
  const password_hash = await hashPassword(password)
  await services.db.transaction().execute(async (tx) => {
    const isRedeemed = await redeemCode({ ...services, db: tx }, email, 'reset-password', code)
    if (!isRedeemed) throw new Refusal('LINK_SPENT')
    await tx.updateTable('identity_subjects').set({ password_hash }).where('email', '=', email).execute()
    await endSessionsOf(tx, email)
  })
}

/** Gives the first administrator a password; one who has one keeps it. */
export async function givePassword(db: Db, email: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await db
    .insertInto('identity_subjects')
    .values({ email, password_hash })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ password_hash })
        .where('identity_subjects.password_hash', 'is', null),
    )
    .execute()
}

function findSubject(db: Db, email: string) {
  return db
    .selectFrom('identity_subjects')
    .select(['subject', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

function writeSecretMail(tx: Tx, services: Services, to: string, content: MailContent) {
  return writeMail(tx, services, { cause: `identity:${randomUUID()}`, to, content, isSecret: true })
}
