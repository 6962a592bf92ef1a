import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { paths } from '#contract/core/paths.ts'
import { invitationDays } from '#contract/people/administrators/calls.ts'
import type { Profile } from '#contract/people/users/profiles.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { People } from '#server/core/identity/identity.ts'
import type { LinkOptions } from '#server/core/identity/identity-calls.ts'
import { isPassword } from '#server/core/identity/passwords.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import type { NewMail } from '#server/foundation/mails/mails.ts'
import { emptySecrets, writeMail } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { forgetProven } from './identity-addresses.ts'
import type { MadeCode, Redemption } from './identity-codes.ts'
import {
  forgetCodes,
  keepCode,
  longestWaitMinutes,
  newCode,
  redeemCodes,
  voidCodes,
  wasAskedLately,
} from './identity-codes.ts'
import type { Proof } from './identity-tokens.ts'
import { noPasswordMail, passwordResetMail, signInMail } from './mails.ts'

/**
 * Emails a sign-in link and 8 digits, to known and unknown addresses alike. Known ones leave first. Emails
 * nothing if the address has a valid link of the last minute to the same slot with the same profile, or two
 * valid links.
 */
export async function sendSignInLink(
  work: Work,
  email: string,
  { isKnown, eventSlotId, profile, turn }: LinkOptions & { isKnown: boolean },
) {
  if (await wasAskedLately(work, email, { eventSlotId, profile })) return
  const made = newCode(work, 'sign-in')
  const mail = signInMail(work.config.publicUrl, { ...made, eventSlotId }, await findSender(work))
  const mailId = await writeSecretMail(work, email, made, mail, { isFirst: isKnown, ...turn })
  await keepCode(work, email, made, { mailId, eventSlotId, profile })
}

export interface ProvenByLink {
  proof: Proof
  /** The profile stored with the link. */
  profile?: Profile | undefined
}

/**
 * Returns each redeemed link's proof, by code or 8 digits; undefined if spent or wrong. Refuses with
 * TOO_MANY_DIGITS.
 */
export async function proveByLinks(work: Work, given: Redemption[]): Promise<(ProvenByLink | undefined)[]> {
  const redeemed = await redeemCodes(work, 'sign-in', given)
  const emails = given.flatMap(({ email }, place) => (redeemed[place] ? email : []))
  await emptySecrets(work, emails, causeOf('sign-in'))
  const subjects = await subjectsOf(work.tx, emails)
  const provenAt = work.clock()
  return given.map(({ email }, place) => {
    const code = redeemed[place]
    const subject = subjects.get(email)
    return code && subject ? { proof: { subject, email, provenAt, provenBy: 'link' }, ...code } : undefined
  })
}

/** Returns each address's subject; creates missing ones. */
async function subjectsOf(tx: Tx, emails: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ email: string; subject: string }>`
    select email, subject from identity_subjects where email = any(${emails})`.execute(tx)
  const subjects = new Map(rows.map(({ email, subject }) => [email, subject]))
  const missing = emails.filter((email) => !subjects.has(email))
  if (missing.length === 0) return subjects
  const made = await tx
    .insertInto('identitySubjects')
    .values(missing.map((email) => ({ email, passwordHash: null })))
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((row) => ({ email: row.ref('excluded.email') })),
    )
    .returning(['email', 'subject'])
    .execute()
  for (const { email, subject } of made) subjects.set(email, subject)
  return subjects
}

/**
 * Returns the proof of an address and its password. Refuses with WRONG_PASSWORD, equally slowly for an
 * unknown address.
 */
export async function proveByPassword(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
  password: string,
): Promise<Proof> {
  // Read before the comparison, so that a password chosen during it voids this proof.
  const provenAt = clock()
  const known = await findSubject(db, email)
  const isRight = await isPassword(password, known?.passwordHash ?? undefined)
  if (!known || !isRight) throw new Refusal('WRONG_PASSWORD')
  return { subject: known.subject, email, provenAt, provenBy: 'password' }
}

/** Emails a link to a new password, or a sign-in link to a person without a password; nothing to unknown addresses. */
export async function sendPasswordReset(work: Work, email: string) {
  const { publicUrl } = work.config
  const known = await findSubject(work.tx, email)
  if (!known) return
  const hasPassword = known.passwordHash !== null
  const made = newCode(work, hasPassword ? 'reset-password' : 'sign-in')
  const mail = hasPassword ? passwordResetMail : noPasswordMail
  const mailId = await writeSecretMail(work, email, made, mail(publicUrl, made, await findSender(work)))
  await keepCode(work, email, made, { mailId })
}

/** Returns a link to choose a password, for an invitation. Creates the address's subject if necessary. */
export async function linkToPassword(
  { tx, clock, config }: Pick<Work, 'tx' | 'clock' | 'config'>,
  email: string,
): Promise<string> {
  const made = newCode({ clock }, 'reset-password', invitationDays * 24 * 60)
  await keepCode({ tx }, email, made)
  await tx
    .insertInto('identitySubjects')
    .values({ email, passwordHash: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return config.publicUrl + paths.resetPassword({ code: made.code })
}

/**
 * Sets a new password by an emailed code, ends the person's sessions and voids earlier proofs. Refuses with
 * LINK_SPENT.
 */
export async function resetPassword(
  work: Work,
  { endSessions }: Pick<People<Tx>, 'endSessions'>,
  { email, code, passwordHash }: { email: string; code: string; passwordHash: string },
) {
  const [redeemed] = await redeemCodes(work, 'reset-password', [{ email, code }])
  if (!redeemed) throw new Refusal('LINK_SPENT')
  await voidCodes(work, email)
  await emptySecrets(work, [email], causeOf())
  const validFrom = work.clock()
  await work.tx
    .updateTable('identitySubjects')
    .set({ passwordHash, validFrom })
    .where('email', '=', email)
    .execute()
  await endSessions(work, email)
}

/** Deletes an address's subject with its password, and all emailed codes. */
export async function forgetAddress(tx: Tx, email: string) {
  // In the lock order of sign-ins.
  await forgetCodes({ tx }, email)
  await tx.deleteFrom('identitySubjects').where('email', '=', email).execute()
  // Firebase's rows, if the portal used it before.
  await forgetProven(tx, email)
}

/** Deletes an address's password and codes, because Firebase has a newer password. */
export async function dropPassword(tx: Tx, email: string) {
  await voidCodes({ tx }, email)
  await tx.updateTable('identitySubjects').set({ passwordHash: null }).where('email', '=', email).execute()
}

/**
 * Refuses with IDENTITY_NOT_PROVEN a proof older than the password, or of a forgotten address. Locks both
 * until the transaction ends.
 */
export async function refuseOldProof(tx: Tx, { subject, provenAt }: ProvenIdentity) {
  const known = await tx
    .selectFrom('identitySubjects')
    .select('validFrom')
    .where('subject', '=', subject)
    .forShare()
    .executeTakeFirst()
  if (!known || (known.validFrom && provenAt <= known.validFrom)) throw new Refusal('IDENTITY_NOT_PROVEN')
}

/** Gives the first administrator a password; returns false if they already have one, which stays. */
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
  { purpose, minutesValid }: MadeCode,
  content: MailContent,
  turn: Pick<NewMail, 'isFirst' | 'rank' | 'afterSeconds'> = {},
) {
  // People who wait longer have left. A code's lifetime begins when its mail leaves.
  const expiresAt = new Date(work.clock().getTime() + longestWaitMinutes * 60_000)
  return writeMail(work, {
    cause: `${causeOf(purpose)}${randomUUID()}`,
    to,
    content,
    isSecret: true,
    expiresAt,
    secondsValid: minutesValid * 60,
    ...turn,
  })
}

/** Returns the cause prefix of mails with codes: of all, or for one purpose. */
function causeOf(purpose?: MadeCode['purpose']) {
  return purpose ? `identity:${purpose}:` : 'identity:'
}
