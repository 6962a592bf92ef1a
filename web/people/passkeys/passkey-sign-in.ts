import type { PasskeyAnswer } from '#contract/people/passkeys/answers.ts'
import { askPasskey, signInWithPasskey } from '#contract/people/passkeys/calls.ts'
import { call } from '#web/core/api/call.ts'
import { takeReturnPath } from '#web/core/session/return-path.ts'
import { startSession } from '#web/core/session/session.ts'
import { signByAutofill, signWithPasskey } from './passkey-ceremony.ts'
import { declineOffer } from './passkey-offers.ts'

/** The button was pressed. Autofill yields to it: of two questions to the device, the later one would end the earlier. */
let isAsked = false
/** A second sign-in would replace the first one's session. */
let entering: Promise<string> | undefined

/** Signs in by a passkey and returns the page to open. Throws an ApiError. */
export async function signInByPasskey(): Promise<string> {
  isAsked = true
  return enter(await signWithPasskey((await call(askPasskey, {})).options))
}

/** Signs in by a passkey that the browser offers at the email field. Resolves to undefined if none is chosen. */
export async function signInByAutofill(): Promise<string | undefined> {
  if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return undefined
  const { options } = await call(askPasskey, {})
  const passkey = isAsked ? undefined : await signByAutofill(options)
  return passkey && !isAsked ? enter(passkey) : undefined
}

function enter(passkey: PasskeyAnswer) {
  entering ??= signIn(passkey).finally(() => {
    entering = undefined
  })
  return entering
}

async function signIn(passkey: PasskeyAnswer) {
  await startSession(await call(signInWithPasskey, { body: { passkey } }))
  // This device has a passkey now.
  declineOffer()
  return takeReturnPath()
}
