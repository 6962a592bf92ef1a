import { rememberedDays } from '#contract/people/passkeys/answers.ts'
import type { RememberedDevice } from '#contract/people/second-factors/calls.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/** Remembers a browser after the second step; returns its cookie, which is not stored. */
export async function rememberDevice({ tx, clock }: Work, userId: string, device: string): Promise<string> {
  const token = newSecret()
  const now = clock()
  await tx
    .insertInto('rememberedDevices')
    .values({
      userId,
      tokenHash: hashOfSecret(token),
      device,
      rememberedAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + rememberedDays * 86_400_000),
    })
    .execute()
  return token
}

/** Returns true if this cookie's browser is remembered for this person; records its use. */
export async function isRemembered(
  { tx, clock }: Work,
  userId: string,
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false
  const { numUpdatedRows } = await tx
    .updateTable('rememberedDevices')
    .set({ lastUsedAt: clock() })
    .where('tokenHash', '=', hashOfSecret(token))
    .where('userId', '=', userId)
    .where('expiresAt', '>', clock())
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Forgets all of a person's remembered browsers. */
export async function forgetDevices({ tx }: Pick<Work, 'tx'>, userId: string) {
  await tx.deleteFrom('rememberedDevices').where('userId', '=', userId).execute()
}

/** Forgets one of a person's remembered browsers. */
export async function forgetDevice({ tx }: Work, userId: string, rememberedDeviceId: number) {
  await tx
    .deleteFrom('rememberedDevices')
    .where('userId', '=', userId)
    .where('rememberedDeviceId', '=', rememberedDeviceId)
    .execute()
}

/** Returns a person's remembered browsers, last used first; `token`: the caller's cookie. */
export async function listDevices(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  token: string | undefined,
): Promise<RememberedDevice[]> {
  const own = token === undefined ? undefined : hashOfSecret(token)
  const devices = await db
    .selectFrom('rememberedDevices')
    .select(['rememberedDeviceId', 'tokenHash', 'device', 'rememberedAt', 'lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', clock())
    .orderBy('lastUsedAt', 'desc')
    .execute()
  return devices.map(({ tokenHash, ...device }) => ({
    ...device,
    isThisOne: own !== undefined && tokenHash.equals(own),
  }))
}
