import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#contract/passkeys/answers.ts'
import type { PasskeyOptions } from '#contract/passkeys/calls.ts'
import { ApiError } from '#web/core/api/api-error.ts'

/** Lets the device make a passkey. Throws an ApiError that says why there is none. */
export async function makePasskey(options: PasskeyOptions): Promise<NewPasskeyAnswer> {
  return await startRegistration({ optionsJSON: options as never }).catch(inWords)
}

/** Lets the device sign by one of its passkeys, likewise. */
export async function signWithPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  return await startAuthentication({ optionsJSON: options as never }).catch(inWords)
}

/** The same among what the browser fills a field with, for as long as the page waits; undefined where it came to nothing. */
export async function signByAutofill(options: PasskeyOptions): Promise<PasskeyAnswer | undefined> {
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true }).catch(
    () => undefined,
  )
}

function inWords(problem: unknown): never {
  const code = problem instanceof WebAuthnError ? problem.code : undefined
  const message =
    code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      ? 'This device has a passkey of yours already.'
      : code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID'
        ? 'Passkeys work only at the address of the portal that is in our emails.'
        : 'Nothing was confirmed on your device. Please try again.'
  throw new ApiError(401, { code: 'PASSKEY_REFUSED', message })
}
