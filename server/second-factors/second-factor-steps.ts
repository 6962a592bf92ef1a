import type { FactorProof } from '#contract/passkeys/answers.ts'
import type { SecondStepWay, SignedIn } from '#contract/sessions/calls.ts'
import type { User } from '#contract/users/calls.ts'
import { happened } from '#server/activities/activities.ts'
import { noteSignIn } from '#server/administrators/administrators.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import { endSessions } from '#server/sessions/session-changes.ts'
import type { SecondStep, SignIn } from '#server/sessions/session-sign-ins.ts'
import { admitUser } from '#server/sessions/session-sign-ins.ts'
import type { Work } from '#server/work.ts'
import { factorOnMail } from './mails.ts'
import { findFactor } from './queries.ts'
import { isRemembered, rememberDevice } from './second-factor-devices.ts'
import { checkProof, lockFactor, shownBy, tell } from './second-factor-proofs.ts'
import { makeRecoveryCodes } from './second-factor-recovery.ts'
import type { Made } from './second-factors.ts'
import { takeMade } from './second-factors.ts'

/** The rest of a sign-in by an administrator who is recognised. */
export type Recognised = Omit<SignIn, 'identity' | 'secondStep'>

/** The browser of a sign-in. */
export interface Browser {
  /** In plain words. */
  device: string
  remembersDevice: boolean
  /** Gives it what it is known by from now on. */
  keep: (deviceToken: string) => void
}

/**
 * The second step where only the cookie of a browser is given, which may be remembered. Refuses with SECOND_FACTOR_WANTED, and with
 * SECOND_FACTOR_MISSING where none is on and everybody has to have one.
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

/** The second step by a proof. Refuses as `lockFactor` and `checkProof` do. */
export function secondStepBy(proof: FactorProof, browser: Browser): SecondStep {
  return noting(async (work, { userId }) => {
    const way = await checkProof(work, await lockFactor(work, userId), proof)
    await rememberWhereWished(work, userId, browser)
    return way
  })
}

/**
 * Switches a factor on by what an administrator has made who has typed their password, and signs in with it; every other session
 * ends. Refuses with SECOND_FACTOR_ON, and as `takeMade` does.
 */
export async function setUpSecondFactor(
  work: Work,
  user: User,
  { signIn, made, browser }: { signIn: Recognised; made: Omit<Made, 'device'>; browser: Browser },
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const { userId } = user
  const way = await switchOn(work, userId, { ...made, device: browser.device })
  const recoveryCodes = await makeRecoveryCodes(work, userId)
  await endSessions(work, userId)
  await rememberWhereWished(work, userId, browser)
  const signedIn = await admitUser(work, user, { ...signIn, secondStep: noting(async () => way) })
  return { ...signedIn, recoveryCodes }
}

/** Takes a step, and notes that the administrator has come in. */
function noting(step: SecondStep): SecondStep {
  return async (work, user) => {
    const way = await step(work, user)
    await noteSignIn(work, user.userId)
    return way
  }
}

async function rememberWhereWished(work: Work, userId: string, browser: Browser): Promise<void> {
  const { remembersDevice, device, keep } = browser
  if (remembersDevice) keep(await rememberDevice(work, userId, device))
}

/** Who switches a factor on and who comes in without one wait for one another: else a session would be left that none was asked for. */
async function holdRole(tx: Tx, userId: string): Promise<void> {
  await tx
    .selectFrom('administrators')
    .select('userId')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .execute()
}

async function switchOn(work: Work, userId: string, made: Made): Promise<SecondStepWay> {
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
  await tell(work, userId, factorOnMail(work.config.publicUrl))
  return way
}
