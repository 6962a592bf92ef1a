import { addPasskey, beginPasskey } from '#contract/people/passkeys/calls.ts'
import { call } from '#web/core/api/call.ts'
import { makePasskey } from './passkey-ceremony.ts'
import { declineOffer } from './passkey-offers.ts'

/** Creates a passkey for the signed-in person on this device. Throws an ApiError. */
export async function addPasskeyHere(): Promise<void> {
  const { options } = await call(beginPasskey, {})
  await call(addPasskey, { body: { passkey: await makePasskey(options) } })
  declineOffer()
}
