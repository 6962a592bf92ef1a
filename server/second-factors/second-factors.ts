import type { NewPasskeyAnswer } from '#contract/passkeys/answers.ts'
import type { FactorOffer, FactorWay } from '#contract/second-factors/calls.ts'
import type { User } from '#contract/users/calls.ts'
import { happened } from '#server/activities/activities.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { addPasskey, beginPasskey, removePasskey } from '#server/passkeys/passkeys.ts'
import { findPasskeys } from '#server/passkeys/queries.ts'
import { endSessions } from '#server/sessions/session-changes.ts'
import { getUser } from '#server/users/queries.ts'
import type { Work } from '#server/work.ts'
import { codesRenewedMail, factorChangedMail, factorOffMail, factorResetMail } from './mails.ts'
import { findFactor } from './queries.ts'
import { newAppSecret, qrCodeOf, stepOfCode } from './second-factor-apps.ts'
import type { Prover } from './second-factor-proofs.ts'
import { lockFactor, refuseUnproven, shownBy, tell } from './second-factor-proofs.ts'
import { makeRecoveryCodes } from './second-factor-recovery.ts'

const offerMinutes = 30

/** What a factor is made of: a new secret for an app, or what a device is asked for. */
export async function offerFactor(
  work: Work,
  { userId, email }: Pick<User, 'userId' | 'email'>,
  way: FactorWay,
): Promise<FactorOffer> {
  if (way === 'passkey') return { app: null, options: await beginPasskey(work, { userId, isFactor: true }) }
  const secret = newAppSecret()
  const offer = { appSecret: secret, expiresAt: new Date(work.clock().getTime() + offerMinutes * 60_000) }
  await work.tx
    .insertInto('secondFactorOffers')
    .values({ userId, ...offer })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(offer))
    .execute()
  return { app: { secret, qrCode: await qrCodeOf(secret, email) }, options: null }
}

/** What was made of an offer: the app's first code, or the passkey, on which device. */
export interface Made {
  code?: string | undefined
  passkey?: NewPasskeyAnswer | undefined
  device: string
}

/** Takes what was made of an offer into a factor that is on. Refuses with WRONG_FACTOR or PASSKEY_REFUSED. */
export async function takeMade(work: Work, userId: string, { code, passkey, device }: Made): Promise<void> {
  if (passkey) return addPasskey(work, { userId, isFactor: true }, { answer: passkey, device })
  if (code === undefined) refuseFields({ code: 'Please enter the code' })
  const { tx, clock } = work
  const now = clock()
  const offer = await tx
    .selectFrom('secondFactorOffers')
    .select('appSecret')
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst()
  const appStep = offer && stepOfCode(offer.appSecret, String(code), { now, usedStep: null })
  if (appStep === undefined) throw new Refusal('WRONG_FACTOR')
  await tx.deleteFrom('secondFactorOffers').where('userId', '=', userId).execute()
  await tx
    .updateTable('secondFactors')
    .set({ appSecret: offer?.appSecret, appStep })
    .where('userId', '=', userId)
    .execute()
}

/** Adds a passkey, or takes an app in the place of the one there was. Refuses as `takeMade` and `refuseUnproven` do. */
export async function addFactor(work: Work, prover: Prover, made: Made): Promise<void> {
  const { userId } = prover
  await lockFactor(work, userId)
  await refuseUnproven(work, prover)
  await takeMade(work, userId, made)
  const added = made.passkey ? 'passkey' : 'app'
  await happened(work, [{ activity: 'second-factor-changed', userId, details: shownBy(added) }])
  await tell(work, userId, factorChangedMail(work.config.publicUrl, added))
}

/** Forgets a passkey of the factor. Refuses with LAST_FACTOR, PASSKEY_NOT_FOUND, and as `refuseUnproven` does. */
export async function removeFactorPasskey(work: Work, prover: Prover, passkeyId: number): Promise<void> {
  const { userId } = prover
  const { appSecret } = await lockFactor(work, userId)
  await refuseUnproven(work, prover)
  const passkeys = await findPasskeys(work.tx, userId, 'factors')
  if (appSecret === null && passkeys.length === 1) throw new Refusal('LAST_FACTOR')
  await removePasskey(work, { userId, isFactor: true }, passkeyId)
}

/** Gives new recovery codes. Refuses as `refuseUnproven` does. */
export async function renewRecoveryCodes(work: Work, prover: Prover): Promise<string[]> {
  const { userId } = prover
  await lockFactor(work, userId)
  await refuseUnproven(work, prover)
  await happened(work, [
    { activity: 'second-factor-changed', userId, details: { item: 'new recovery codes' } },
  ])
  await tell(work, userId, codesRenewedMail(work.config.publicUrl))
  return makeRecoveryCodes(work, userId)
}

/**
 * Switches one's own factor off, and ends the other sessions. Refuses with SECOND_FACTOR_REQUIRED, and as `refuseUnproven`
 * does.
 */
export async function switchOffSecondFactor(work: Work, prover: Prover): Promise<void> {
  const { userId, tokenHash } = prover
  await lockFactor(work, userId)
  if (work.config.admin.needsSecondFactor) throw new Refusal('SECOND_FACTOR_REQUIRED')
  await refuseUnproven(work, prover)
  await work.tx.deleteFrom('secondFactors').where('userId', '=', userId).execute()
  await happened(work, [{ activity: 'second-factor-off', userId }])
  await tell(work, userId, factorOffMail(work.config.publicUrl))
  await endSessions(work, userId, tokenHash)
}

/**
 * Switches the factor of somebody else off, who has lost it: their sessions end, and they are told. Only who has a factor can, and shows it. Refuses with OWN_SECOND_FACTOR, USER_NOT_FOUND, OWN_FACTOR_MISSING, FACTOR_NOT_PROVEN or
 * SECOND_FACTOR_OFF.
 */
export async function resetSecondFactor(work: Work, prover: Prover, userId: string): Promise<void> {
  if (userId === prover.userId) throw new Refusal('OWN_SECOND_FACTOR')
  await getUser(work.tx, userId)
  if (!(await findFactor(work.tx, prover.userId))) throw new Refusal('OWN_FACTOR_MISSING')
  await refuseUnproven(work, prover)
  await lockFactor(work, userId)
  await work.tx.deleteFrom('secondFactors').where('userId', '=', userId).execute()
  await happened(work, [{ activity: 'second-factor-reset', userId }])
  const { email: resetBy } = await getUser(work.tx, prover.userId)
  await tell(work, userId, factorResetMail(work.config.publicUrl, resetBy))
  await endSessions(work, userId)
}
