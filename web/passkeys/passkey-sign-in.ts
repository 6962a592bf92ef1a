import type { PasskeyAnswer } from '#contract/passkeys/answers.ts'
import { askPasskey, signInWithPasskey } from '#contract/passkeys/calls.ts'
import { call } from '#web/core/api/call.ts'
import { takeReturnPath } from '#web/core/session/return-path.ts'
import { startSession } from '#web/core/session/session.ts'
import { signByAutofill, signWithPasskey } from './passkey-ceremony.ts'
import { declineOffer } from './passkey-offers.ts'

/** Signs in by a passkey that the person chooses; gives the page to go to. Throws the ApiError. */
export async function signInByPasskey(): Promise<string> {
  return enter(await signWithPasskey((await call(askPasskey, {})).options))
}

/** The same by one that the browser offers at the email field; undefined where none is chosen there, or none can be. */
export async function signInByAutofill(): Promise<string | undefined> {
  if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return undefined
  const passkey = await signByAutofill((await call(askPasskey, {})).options)
  return passkey && enter(passkey)
}

async function enter(passkey: PasskeyAnswer): Promise<string> {
  await startSession(await call(signInWithPasskey, { body: { passkey } }))
  // There is one for this device, then.
  declineOffer()
  return takeReturnPath()
}
