import type { FactorProof } from '#contract/people/passkeys/answers.ts'
import type { SecondStepWay, SignedIn } from '#contract/people/sessions/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { noteSignIn } from '#server/people/administrators/administrators.ts'
import type { Holder } from '#server/people/sessions/session-changes.ts'
import { endSessions } from '#server/people/sessions/session-changes.ts'
import type { SecondStep, SignIn } from '#server/people/sessions/session-sign-ins.ts'
import { admitUser } from '#server/people/sessions/session-sign-ins.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { factorOnBesideMail, factorOnMail } from './mails.ts'
import { findFactor } from './queries.ts'
import { isRemembered, rememberDevice } from './second-factor-devices.ts'
import {
  checkProof,
  lockFactor,
  noteProof,
  refuseUnprovenFirst,
  shownBy,
  tell,
} from './second-factor-proofs.ts'
import { makeRecoveryCodes } from './second-factor-recovery.ts'
import type { Made } from './second-factors.ts'
import { takeMade } from './second-factors.ts'

/** The sign-in of an administrator who typed their password. */
export type Recognized = Omit<SignIn, 'identity' | 'secondStep'>

export interface Browser {
  device: string
  remembersDevice: boolean
  /** Sets a remembered browser's cookie. */
  keep: (deviceToken: string) => void
}

/**
 * Returns the second step by a browser's cookie. Refuses with SECOND_FACTOR_WANTED if the browser is not
 * remembered, and with SECOND_FACTOR_MISSING if every administrator must have a factor and none is on.
 */
export function secondStepOn(deviceToken: string | undefined, { admin }: Config): SecondStep {
  return noting(async (work, { userId }) => {
    await holdRole(work.tx, userId)
    if (await findFactor(work.tx, userId)) {
      if (await isRemembered(work, userId, deviceToken)) return 'device'
      throw new Refusal('SECOND_FACTOR_WANTED')
    }
    if (admin.needsSecondFactor) throw new Refusal('SECOND_FACTOR_MISSING')
    return null
  })
}

/** Returns the second step by a proof. Refuses like `lockFactor` and `checkProof`. */
export function secondStepBy(proof: FactorProof, browser: Browser): SecondStep {
  return noting(async (work, { userId }) => {
    const way = await checkProof(work, await lockFactor(work, userId), proof)
    await rememberIfWanted(work, userId, browser)
    return way
  })
}

/**
 * Turns a factor on after the password, signs in with it and ends all other sessions. Counts as a proof of
 * the factor. Refuses with SECOND_FACTOR_ON, and like `takeMade`.
 */
export async function setUpSecondFactor(
  work: Work,
  user: User,
  { signIn, made, browser }: { signIn: Recognized; made: Omit<Made, 'device'>; browser: Browser },
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const { userId } = user
  const way = await switchOn(work, userId, { ...made, device: browser.device })
  const recoveryCodes = await makeRecoveryCodes(work, userId)
  await endSessions(work, userId)
  await rememberIfWanted(work, userId, browser)
  const signedIn = await admitUser(work, user, { ...signIn, secondStep: noting(async () => way) })
  await noteProof(work, hashOfSecret(signedIn.token))
  return { ...signedIn, recoveryCodes }
}

/**
 * Turns a first factor on in a session by single sign-on, and ends the other sessions. Counts as a proof of the
 * factor. Refuses with SECOND_FACTOR_ON, and like `refuseUnprovenFirst` and `takeMade`.
 */
export async function switchOnSecondFactor(
  work: Work,
  prover: Holder,
  made: Made,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, tokenHash } = prover
  await refuseUnprovenFirst(work, prover)
  await switchOn(work, userId, made, factorOnBesideMail)
  const recoveryCodes = await makeRecoveryCodes(work, userId)
  await endSessions(work, userId, tokenHash)
  await noteProof(work, tokenHash)
  return { recoveryCodes }
}

/** Returns a step that also records the administrator's sign-in. */
function noting(step: SecondStep): SecondStep {
  return async (work, user) => {
    const way = await step(work, user)
    await noteSignIn(work, user.userId)
    return way
  }
}

async function rememberIfWanted(work: Work, userId: string, browser: Browser) {
  const { remembersDevice, device, keep } = browser
  if (remembersDevice) keep(await rememberDevice(work, userId, device))
}

/**
 * Locks the administrator, so that enabling a factor and signing in without one can't interleave. Else a
 * session could skip the second step.
 */
async function holdRole(tx: Tx, userId: string) {
  await tx
    .selectFrom('administrators')
    .select('userId')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .execute()
}

async function switchOn(work: Work, userId: string, made: Made, mail = factorOnMail): Promise<SecondStepWay> {
  await holdRole(work.tx, userId)
  const on = await work.tx
    .insertInto('secondFactors')
    .values({ userId, switchedOnAt: work.clock(), appSecret: null, appStep: null, triesSince: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!on.numInsertedOrUpdatedRows) throw new Refusal('SECOND_FACTOR_ON')
  await takeMade(work, userId, made)
  const way = made.passkey ? 'passkey' : 'app'
  await happened(work, [{ activity: 'second-factor-on', userId, actedBy: userId, details: shownBy(way) }])
  await tell(work, userId, mail(work.config.publicUrl))
  return way
}
