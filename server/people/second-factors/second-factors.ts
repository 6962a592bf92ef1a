import { defaultPortalName } from '#contract/core/portal-name.ts'
import type { NewPasskeyAnswer } from '#contract/people/passkeys/answers.ts'
import type { PasskeyOptions, PasskeyRename } from '#contract/people/passkeys/calls.ts'
import type { FactorOffer, FactorWay } from '#contract/people/second-factors/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { findBrand } from '#server/foundation/brands/queries.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from '#server/people/passkeys/passkeys.ts'
import { findPasskeys } from '#server/people/passkeys/queries.ts'
import type { Holder } from '#server/people/sessions/session-changes.ts'
import { endSessions } from '#server/people/sessions/session-changes.ts'
import { getUser } from '#server/people/users/queries.ts'
import type { Work } from '#server/work.ts'
import { codesRenewedMail, factorChangedMail, factorOffMail, factorResetMail } from './mails.ts'
import { findFactor, findSecondStep } from './queries.ts'
import { newAppSecret, qrCodeOf, stepOfCode } from './second-factor-apps.ts'
import { lockFactor, refuseUnproven, refuseUnprovenFirst, shownBy, tell } from './second-factor-proofs.ts'
import { makeRecoveryCodes } from './second-factor-recovery.ts'

const offerMinutes = 30

/** Asks an administrator who has just typed their password for their factor. Refuses with SECOND_FACTOR_OFF. */
export async function askSecondStep(
  work: Work,
  userId: string,
): Promise<{ hasApp: boolean; options: PasskeyOptions | null }> {
  const step = await findSecondStep(work.tx, userId)
  if (!step) throw new Refusal('SECOND_FACTOR_OFF')
  return { hasApp: step.hasApp, options: step.hasPasskeys ? await askPasskey(work, userId) : null }
}

/** Asks for a passkey of the factor, if it has any, as a proof within a session. */
export async function askFactorProof(
  work: Work,
  userId: string,
): Promise<{ options: PasskeyOptions | null }> {
  const step = await findSecondStep(work.tx, userId)
  return { options: step?.hasPasskeys ? await askPasskey(work, userId) : null }
}

/** Offers a first factor after the password. Refuses with SECOND_FACTOR_ON. */
export async function beginSecondFactor(
  work: Work,
  user: Pick<User, 'userId' | 'email'>,
  way: FactorWay,
): Promise<FactorOffer> {
  if (await findSecondStep(work.tx, user.userId)) throw new Refusal('SECOND_FACTOR_ON')
  return offerFactor(work, user, way)
}

/** Offers another or a first factor within a session. Refuses like `refuseUnproven` and `refuseUnprovenFirst`. */
export async function beginFactor(work: Work, prover: Holder, way: FactorWay): Promise<FactorOffer> {
  const isOn = (await findFactor(work.tx, prover.userId)) !== undefined
  await (isOn ? refuseUnproven : refuseUnprovenFirst)(work, prover)
  return offerFactor(work, await getUser(work.tx, prover.userId), way)
}

/** Offers a new factor: an app's secret, or a passkey's options. */
async function offerFactor(
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
  const { portalName } = await findBrand(work.tx)
  const qrCode = qrCodeOf(secret, email, portalName || defaultPortalName)
  return { app: { secret, qrCode }, options: null }
}

/** The answer to an offer: the app's first code, or the new passkey and its device. */
export interface Made {
  code?: string | undefined
  passkey?: NewPasskeyAnswer | undefined
  device: string
}

/** Adds an offered app or passkey to a factor that is on. Refuses with WRONG_FACTOR or PASSKEY_REFUSED. */
export async function takeMade(work: Work, userId: string, { code, passkey, device }: Made): Promise<void> {
  if (passkey) return addPasskey(work, { userId, isFactor: true }, { answer: passkey, device })
  if (code === undefined) refuseFields({ code: 'Enter the code' })
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

/** Adds a passkey, or replaces the app. Refuses like `takeMade` and `refuseUnproven`. */
export async function addFactor(work: Work, prover: Holder, made: Made) {
  const { userId } = prover
  await lockFactor(work, userId)
  await refuseUnproven(work, prover)
  await takeMade(work, userId, made)
  const added = made.passkey ? 'passkey' : 'app'
  await happened(work, [{ activity: 'second-factor-changed', userId, details: shownBy(added) }])
  await tell(work, userId, factorChangedMail(work.config.publicUrl, added))
}

/** Removes a passkey of the factor. Refuses with LAST_FACTOR or PASSKEY_NOT_FOUND, and like `refuseUnproven`. */
export async function removeFactorPasskey(work: Work, prover: Holder, passkeyId: number) {
  const { userId } = prover
  const { appSecret } = await lockFactor(work, userId)
  await refuseUnproven(work, prover)
  const passkeys = await findPasskeys(work.tx, userId, 'factors')
  if (appSecret === null && passkeys.length === 1) throw new Refusal('LAST_FACTOR')
  await removePasskey(work, { userId, isFactor: true }, passkeyId)
}

/** Renames a passkey of the factor. Refuses with PASSKEY_NOT_FOUND. */
export async function renameFactorPasskey(work: Work, userId: string, rename: PasskeyRename) {
  await renamePasskey(work, { userId, isFactor: true }, rename)
}

/** Replaces the recovery codes. Refuses like `refuseUnproven`. */
export async function renewRecoveryCodes(work: Work, prover: Holder): Promise<string[]> {
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
 * Turns the caller's factor off and ends their other sessions. Refuses with SECOND_FACTOR_REQUIRED, and like
 * `refuseUnproven`.
 */
export async function switchOffSecondFactor(work: Work, prover: Holder) {
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
 * Turns another administrator's lost factor off, ends their sessions and emails them. The caller needs a
 * factor. Refuses with OWN_SECOND_FACTOR, USER_NOT_FOUND, OWN_FACTOR_MISSING, FACTOR_NOT_PROVEN or
 * SECOND_FACTOR_OFF.
 */
export async function resetSecondFactor(work: Work, prover: Holder, userId: string) {
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
