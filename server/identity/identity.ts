import { randomUUID } from 'node:crypto'
import { invitationDays } from '#contract/administrators/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { People } from '#server/core/identity/identity.ts'
import { isPassword } from '#server/core/identity/passwords.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { emptySecrets, writeMail } from '#server/mails/mails.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import { findSender } from '#server/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { forgetProven } from './identity-addresses.ts'
import type { MailedCode } from './identity-codes.ts'
import { forgetCodes, makeCode, redeemCode, voidCodes } from './identity-codes.ts'
import { signIdToken } from './identity-tokens.ts'
import { noPasswordMail, passwordResetMail, signInMail } from './mails.ts'

/** Mails a sign-in link and 8 digits, to known and unknown addresses alike. Those of known ones leave first. */
export async function sendSignInLink(
  work: Work,
  email: string,
  { isKnown }: { isKnown: boolean },
): Promise<void> {
  const mailed = await makeCode(work, email, 'sign-in')
  const mail = signInMail(work.config.publicUrl, mailed, await findSender(work))
  await writeSecretMail(work, email, mailed, mail, isKnown)
}

/** Exchanges the code of a link, or the 8 digits, for an ID token. Refuses with LINK_SPENT or TOO_MANY_DIGITS; a wrong try counts. */
export async function signInWithLink(work: Work, email: string, code: string): Promise<string> {
  if (!(await redeemCode(work, email, 'sign-in', code))) throw new Refusal('LINK_SPENT', { keepsWork: true })
  await emptySecrets(work, email, causeOf('sign-in'))
  const { subject } = await work.tx
    .insertInto('identitySubjects')
    .values({ email, passwordHash: null })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('subject')
    .executeTakeFirstOrThrow()
  const proof = { subject, email, provenAt: work.clock(), provenBy: 'link' } as const
  return signIdToken({ config: work.config, db: work.tx }, proof)
}

/** Returns an ID token for an address and its password. Refuses with WRONG_PASSWORD, equally and equally slowly for an unknown address. */
export async function signInWithPassword(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  email: string,
  password: string,
): Promise<string> {
  // Read before the comparison, so that a password chosen during it voids this proof.
  const provenAt = clock()
  const known = await findSubject(db, email)
  const isRight = await isPassword(password, known?.passwordHash ?? undefined)
  if (!known || !isRight) throw new Refusal('WRONG_PASSWORD')
  return signIdToken({ config, db }, { subject: known.subject, email, provenAt, provenBy: 'password' })
}

/** Mails a link to a new password, or a sign-in link to a person without a password. Unknown addresses get nothing. */
export async function sendPasswordReset(work: Work, email: string): Promise<void> {
  const { publicUrl } = work.config
  const known = await findSubject(work.tx, email)
  if (!known) return
  const hasPassword = known.passwordHash !== null
  const mailed = await makeCode(work, email, hasPassword ? 'reset-password' : 'sign-in')
  const mail = hasPassword ? passwordResetMail : noPasswordMail
  await writeSecretMail(work, email, mailed, mail(publicUrl, mailed, await findSender(work)))
}

/** Returns a link to choose a password, for an invitation. Creates the address's subject if necessary. */
export async function linkToPassword(
  { tx, clock, config }: Pick<Work, 'tx' | 'clock' | 'config'>,
  email: string,
): Promise<string> {
  const { code } = await makeCode({ tx, clock }, email, 'reset-password', invitationDays * 24 * 60)
  await tx
    .insertInto('identitySubjects')
    .values({ email, passwordHash: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return config.publicUrl + paths.resetPassword({ code })
}

/** Sets a new password by a mailed code, ends the person's sessions and voids earlier proofs. Refuses with LINK_SPENT. */
export async function resetPassword(
  work: Work,
  { endSessions }: Pick<People<Tx>, 'endSessions'>,
  { email, code, passwordHash }: { email: string; code: string; passwordHash: string },
): Promise<void> {
  if (!(await redeemCode(work, email, 'reset-password', code))) throw new Refusal('LINK_SPENT')
  await voidCodes(work, email)
  await emptySecrets(work, email, causeOf())
  const validFrom = work.clock()
  await work.tx
    .updateTable('identitySubjects')
    .set({ passwordHash, validFrom })
    .where('email', '=', email)
    .execute()
  await endSessions(work, email)
}

/** Deletes an address's subject with its password, and all mailed codes. */
export async function forgetAddress(tx: Tx, email: string): Promise<void> {
  // In the lock order of sign-ins.
  await forgetCodes({ tx }, email)
  await tx.deleteFrom('identitySubjects').where('email', '=', email).execute()
  // Rows of Firebase, if the portal has used it before.
  await forgetProven(tx, email)
}

/** Deletes an address's password and codes, because it has a newer password at Firebase. */
export async function dropPassword(tx: Tx, email: string): Promise<void> {
  await voidCodes({ tx }, email)
  await tx.updateTable('identitySubjects').set({ passwordHash: null }).where('email', '=', email).execute()
}

/** Refuses with IDENTITY_NOT_PROVEN a proof from before the newest password, or of a forgotten address. Locks both until the end. */
export async function refuseOldProof(tx: Tx, { subject, provenAt }: ProvenIdentity): Promise<void> {
  const known = await tx
    .selectFrom('identitySubjects')
    .select('validFrom')
    .where('subject', '=', subject)
    .forShare()
    .executeTakeFirst()
  if (!known || (known.validFrom && provenAt <= known.validFrom)) throw new Refusal('IDENTITY_NOT_PROVEN')
}

/** Gives the first administrator a password; returns false if they have one, which stays. */
export async function givePassword({ tx }: Work, email: string, passwordHash: string): Promise<boolean> {
  const given = await tx
    .insertInto('identitySubjects')
    .values({ email, passwordHash })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ passwordHash })
        .where('identitySubjects.passwordHash', 'is', null),
    )
    .executeTakeFirst()
  return Boolean(given.numInsertedOrUpdatedRows)
}

function findSubject(db: Db, email: string) {
  return db
    .selectFrom('identitySubjects')
    .select(['subject', 'passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

function writeSecretMail(
  work: Work,
  to: string,
  { purpose, expiresAt }: MailedCode,
  content: MailContent,
  isFirst = true,
) {
  return writeMail(work, {
    cause: `${causeOf(purpose)}${randomUUID()}`,
    ...{ to, content, isSecret: true, isFirst, expiresAt },
  })
}

/** Returns the start of the causes of mails with codes: of all, or for one purpose. */
function causeOf(purpose?: MailedCode['purpose']): string {
  return purpose ? `identity:${purpose}:` : 'identity:'
}
