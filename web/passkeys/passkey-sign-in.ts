import type { PasskeyAnswer } from '#contract/passkeys/answers.ts'
import { askPasskey, signInWithPasskey } from '#contract/passkeys/calls.ts'
import { call } from '#web/core/api/call.ts'
import { takeReturnPath } from '#web/core/session/return-path.ts'
import { startSession } from '#web/core/session/session.ts'
import { signByAutofill, signWithPasskey } from './passkey-ceremony.ts'
import { declineOffer } from './passkey-offers.ts'

/** Signs in by a passkey and returns the page to open. Throws an ApiError. */
export async function signInByPasskey(): Promise<string> {
  return enter(await signWithPasskey((await call(askPasskey, {})).options))
}

/** Signs in by a passkey that the browser offers at the email field. Resolves to undefined if nobody chooses one. */
export async function signInByAutofill(): Promise<string | undefined> {
  if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return undefined
  const passkey = await signByAutofill((await call(askPasskey, {})).options)
  return passkey && enter(passkey)
}

async function enter(passkey: PasskeyAnswer): Promise<string> {
  await startSession(await call(signInWithPasskey, { body: { passkey } }))
  // This device has a passkey now.
  declineOffer()
  return takeReturnPath()
}
