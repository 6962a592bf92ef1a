import type { SecondFactor } from '#contract/people/second-factors/calls.ts'
import { findPasskeys } from '#server/people/passkeys/queries.ts'
import { isPasswordProven, isRecent } from '#server/people/sessions/session-proofs.ts'
import type { Db, Services } from '#server/services.ts'

/** Returns a person's factor; undefined if none is on. */
export function findFactor(db: Db, userId: string) {
  return db
    .selectFrom('secondFactors')
    .select(['switchedOnAt', 'appSecret'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Returns how a person can prove their factor; undefined if none is on. */
export async function findSecondStep(
  db: Db,
  userId: string,
): Promise<{ hasApp: boolean; hasPasskeys: boolean } | undefined> {
  const factor = await findFactor(db, userId)
  if (!factor) return undefined
  const passkeys = await findPasskeys(db, userId, 'factors')
  return { hasApp: factor.appSecret !== null, hasPasskeys: passkeys.length > 0 }
}

/** Returns the caller's factor for their page. */
export async function describeSecondFactor(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { userId, tokenHash }: { userId: string; tokenHash: Buffer },
): Promise<SecondFactor> {
  const factor = await findFactor(db, userId)
  const isOn = factor !== undefined
  return {
    isOn,
    isRequired: config.admin.needsSecondFactor,
    switchedOnAt: factor?.switchedOnAt ?? null,
    hasApp: isOn && factor.appSecret !== null,
    passkeys: await findPasskeys(db, userId, 'factors'),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    isProven: await isProven(db, { tokenHash, isOn }, { clock, config }),
  }
}

/** Counts a person's unused recovery codes. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns true if the factor, or without one the password, was proven recently in this session. */
export async function isProven(
  db: Db,
  { tokenHash, isOn }: { tokenHash: Buffer; isOn: boolean },
  services: Pick<Services, 'clock' | 'config'>,
): Promise<boolean> {
  if (!isOn) return isPasswordProven(db, tokenHash, services)
  const proof = await db
    .selectFrom('secondFactorProofs')
    .select('provenAt')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return isRecent(proof?.provenAt, services.clock())
}
