import { randomUUID } from 'node:crypto'
import type { FactorProof } from '#contract/people/passkeys/answers.ts'
import { appDigits, mostWrongFactors } from '#contract/people/second-factors/calls.ts'
import type { SecondStepWay } from '#contract/people/sessions/calls.ts'
import { Refusal, refuseFields, refusing } from '#server/core/http/refusal.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { acceptPasskey } from '#server/people/passkeys/passkeys.ts'
import type { Holder } from '#server/people/sessions/session-changes.ts'
import { refuseEnded } from '#server/people/sessions/session-changes.ts'
import { isRecent } from '#server/people/sessions/session-proofs.ts'
import { msBetween } from '#server/people/sessions/session-rules.ts'
import { getUser } from '#server/people/users/queries.ts'
import type { Work } from '#server/work.ts'
import { recoveryCodeUsedMail, wrongCodesMail } from './mails.ts'
import { countRecoveryCodes, findFactor, isProven } from './queries.ts'
import { stepOfCode } from './second-factor-apps.ts'
import { spendRecoveryCode } from './second-factor-recovery.ts'

const day = 86_400_000
/** After this many wrong codes, the administrator gets an email: someone knows their password. */
const tellAfter = 10

type Factor = Awaited<ReturnType<typeof lockFactor>>

/** Locks a person's factor, so that each code is counted and used once. Refuses with SECOND_FACTOR_OFF. */
export async function lockFactor({ tx }: Work, userId: string) {
  return tx
    .selectFrom('secondFactors')
    .select(['userId', 'appSecret', 'appStep', 'wrongTries', 'triesSince'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(refusing('SECOND_FACTOR_OFF'))
}

/**
 * Checks a passkey, an app's code or a recovery code against a locked factor; each works once. Returns its
 * kind. Refuses with WRONG_FACTOR, TOO_MANY_WRONG_FACTORS or PASSKEY_REFUSED. A failed try counts, and is in
 * the history.
 */
export async function checkProof(
  work: Work,
  factor: Factor,
  { code, passkey }: FactorProof,
): Promise<SecondStepWay> {
  const { userId } = factor
  if (passkey) await acceptPasskey(work, passkey, userId)
  else if (code === undefined) refuseFields({ code: 'Enter the code' })
  const way = passkey ? 'passkey' : await checkCode(work, factor, String(code).replaceAll(/[\s-]/g, ''))
  await happened(work, [{ activity: 'second-factor-shown', userId, actedBy: userId, details: shownBy(way) }])
  return way
}

/** Records a fresh proof of the factor for this session. Refuses like `checkProof` and `lockFactor`. */
export async function proveSecondFactor(work: Work, { userId, tokenHash }: Holder, proof: FactorProof) {
  await checkProof(work, await lockFactor(work, userId), proof)
  await noteProof(work, tokenHash)
}

/** Records that a session proved the factor. */
export async function noteProof({ tx, clock }: Work, tokenHash: Buffer) {
  const provenAt = clock()
  await tx
    .insertInto('secondFactorProofs')
    .values({ tokenHash, provenAt })
    .onConflict((conflict) => conflict.column('tokenHash').doUpdateSet({ provenAt }))
    .execute()
}

/**
 * Requires a recent proof in this session. Refuses with FACTOR_NOT_PROVEN, with PASSWORD_NOT_PROVEN if no
 * factor is on, and with SIGNED_OUT if the session ended since the call was admitted.
 */
export async function refuseUnproven(work: Work, { userId, tokenHash }: Holder) {
  const isOn = (await findFactor(work.tx, userId)) !== undefined
  if (await isProven(work.tx, { tokenHash, isOn }, work)) return
  await refuseEnded(work, { tokenHash })
  throw new Refusal(isOn ? 'FACTOR_NOT_PROVEN' : 'PASSWORD_NOT_PROVEN')
}

/**
 * Requires a session by single sign-on, proven recently by an emailed code or at the provider. Refuses others
 * with SECOND_FACTOR_OFF, and with EMAIL_NOT_PROVEN.
 */
export async function refuseUnprovenFirst(work: Work, { tokenHash }: Holder) {
  const { tx, clock } = work
  await refuseEnded(work, { tokenHash })
  const session = await tx
    .selectFrom('sessions')
    .select(['beganBy', 'provenAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (session?.beganBy !== 'single-sign-on') throw new Refusal('SECOND_FACTOR_OFF')
  if (!isRecent(session.provenAt, clock())) throw new Refusal('EMAIL_NOT_PROVEN')
}

async function checkCode(work: Work, factor: Factor, code: string): Promise<'app' | 'recovery-code'> {
  const tries = triesToday(work, factor)
  if (tries >= mostWrongFactors) throw new Refusal('TOO_MANY_WRONG_FACTORS')
  if (await isAppCode(work, factor, code)) return 'app'
  if (await isRecoveryCode(work, factor, code)) return 'recovery-code'
  await countWrong(work, factor, tries + 1)
  throw new Refusal('WRONG_FACTOR', { keepsWork: true })
}

async function isAppCode({ tx, clock }: Work, factor: Factor, code: string) {
  const { userId, appSecret, appStep: usedStep } = factor
  if (appSecret === null || !new RegExp(`^\\d{${appDigits}}$`).test(code)) return false
  const appStep = stepOfCode(appSecret, code, { now: clock(), usedStep })
  if (appStep === undefined) return false
  await tx.updateTable('secondFactors').set({ appStep }).where('userId', '=', userId).execute()
  return true
}

async function isRecoveryCode(work: Work, { userId }: Factor, code: string) {
  if (!(await spendRecoveryCode(work, userId, code))) return false
  const left = await countRecoveryCodes(work.tx, userId)
  await tell(work, userId, recoveryCodeUsedMail(work.config.publicUrl, left))
  return true
}

function triesToday({ clock }: Work, { wrongTries, triesSince }: Factor) {
  return triesSince && msBetween(triesSince, clock()) < day ? wrongTries : 0
}

async function countWrong(work: Work, { userId, triesSince }: Factor, tries: number) {
  const { tx, clock, config } = work
  const since = tries === 1 ? clock() : (triesSince ?? clock())
  await tx
    .updateTable('secondFactors')
    .set({ wrongTries: tries, triesSince: since })
    .where('userId', '=', userId)
    .execute()
  await happened(work, [{ activity: 'second-factor-refused', userId, actedBy: null }])
  if (tries === tellAfter) await tell(work, userId, wrongCodesMail(config.publicUrl, tries))
}

/** Emails the factor's administrator. */
export async function tell(work: Work, userId: string, content: MailContent) {
  const { email } = await getUser(work.tx, userId)
  await writeMail(work, { cause: `second-factor:${randomUUID()}`, to: email, content })
}

const waysInWords = {
  app: 'an authenticator app',
  passkey: 'a passkey',
  'recovery-code': 'a recovery code',
} as const

/** Returns the history's words for how a factor was proven or set up. */
export function shownBy(way: keyof typeof waysInWords): { item: string } {
  return { item: waysInWords[way] }
}
