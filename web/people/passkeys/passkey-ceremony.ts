import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#contract/people/passkeys/answers.ts'
import type { PasskeyOptions } from '#contract/people/passkeys/calls.ts'
import { ApiError } from '#web/core/api/api-error.ts'

/** Creates a passkey on the device. Throws an ApiError with the reason if that fails. */
export async function makePasskey(options: PasskeyOptions): Promise<NewPasskeyAnswer> {
  return await startRegistration({ optionsJSON: options as never }).catch(inWords)
}

/** Signs with a passkey of the device. Throws an ApiError with the reason if that fails. */
export async function signWithPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  return await startAuthentication({ optionsJSON: options as never }).catch(inWords)
}

/** Signs with a passkey from the browser's autofill while the page waits. Resolves to undefined if none is chosen. */
export async function signByAutofill(options: PasskeyOptions): Promise<PasskeyAnswer | undefined> {
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true }).catch(
    () => undefined,
  )
}

function inWords(problem: unknown): never {
  const code = problem instanceof WebAuthnError ? problem.code : undefined
  const message =
    code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      ? 'This device already has a passkey for your account.'
      : code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID'
        ? 'Passkeys work only at the address of the portal that is in our emails.'
        : 'Nothing was confirmed on your device. Please try again.'
  throw new ApiError(401, { code: 'PASSKEY_REFUSED', message })
}
