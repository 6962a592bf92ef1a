import { rememberedDays } from '#contract/passkeys/answers.ts'
import type { RememberedDevice } from '#contract/second-factors/calls.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/** Remembers a browser on which the second step was taken; gives what its cookie holds, which is kept nowhere. */
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

/** Whether this person is remembered on the browser with this cookie; that it was used is noted. */
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

/** Forgets where a person is remembered: everywhere, or on one browser. */
export async function forgetDevices(tx: Tx, userId: string, rememberedDeviceId?: number): Promise<void> {
  await tx
    .deleteFrom('rememberedDevices')
    .where('userId', '=', userId)
    .$if(rememberedDeviceId !== undefined, (devices) =>
      devices.where('rememberedDeviceId', '=', rememberedDeviceId as number),
    )
    .execute()
}

/** Where a person is remembered, the last used first; `token` is the cookie of whoever asks. */
export async function listDevices(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  token: string | undefined,
): Promise<RememberedDevice[]> {
  const own = token === undefined ? undefined : hashOfSecret(token)
  const devices = await devicesOf(db, userId).where('expiresAt', '>', clock()).execute()
  return devices.map(({ tokenHash, ...device }) => ({
    ...device,
    isThisOne: own !== undefined && tokenHash.equals(own),
  }))
}

function devicesOf(db: Db, userId: string) {
  return db
    .selectFrom('rememberedDevices')
    .select(['rememberedDeviceId', 'tokenHash', 'device', 'rememberedAt', 'lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('lastUsedAt', 'desc')
}
