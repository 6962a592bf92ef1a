import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, instant } from '#contract/core/wire.ts'
import {
  FactorCode,
  factorProof,
  NewPasskeyAnswer,
  remembersDevice,
} from '#contract/people/passkeys/answers.ts'
import { Passkey, PasskeyOptions, PasskeyRename } from '#contract/people/passkeys/calls.ts'
import { AuthToken, provenMinutes, SignedIn } from '#contract/people/sessions/calls.ts'

export const appDigits = 6
/** The recovery codes in a set. */
export const recoveryCodes = 10
/** The wrong codes accepted from one administrator per day. */
export const mostWrongFactors = 20

const way = z.enum(['app', 'passkey'], { error: 'One of: app, passkey' })
export type FactorWay = z.output<typeof way>

/** The start of a factor's setup: an app's secret, shown only once, or a passkey's options. */
export const FactorOffer = z.object({
  app: z.nullable(
    z.object({
      /** Base32, to type. */
      secret: z.string(),
      /** An SVG to scan. */
      qrCode: z.string(),
    }),
  ),
  options: z.nullable(PasskeyOptions),
})
export type FactorOffer = z.output<typeof FactorOffer>

/** Proof of the setup: the app's first code, or the passkey. */
const made = { code: z.optional(FactorCode), passkey: z.optional(NewPasskeyAnswer) }
const Codes = z.object({ recoveryCodes: z.array(z.string()) })
const Nothing = z.object({})
const notRecognized = [
  'IDENTITY_NOT_PROVEN',
  'NOT_ADMINISTRATOR',
  'SINGLE_SIGN_ON_REQUIRED',
  'USER_NOT_FOUND',
  'EMAIL_CHANGED',
  'ACCOUNT_MERGED',
] as const
const wrongProof = ['SECOND_FACTOR_OFF', 'WRONG_FACTOR', 'TOO_MANY_WRONG_FACTORS', 'PASSKEY_REFUSED'] as const

export const askSecondStep = endpoint({
  route: 'POST /public/second-factor/ask',
  access: 'public',
  summary: 'Returns the possible second steps after the password.',
  body: z.object({ authToken: AuthToken }),
  data: z.object({ hasApp: z.boolean(), options: z.nullable(PasskeyOptions) }),
  limit: { perAddress: 150 },
  refusals: [...notRecognized, 'SECOND_FACTOR_OFF'],
})

export const takeSecondStep = endpoint({
  route: 'POST /public/second-factor/sign-in',
  access: 'public',
  summary:
    'Signs an administrator in with the second factor after the password. Ends the session of the bearer token.',
  body: z.object({ authToken: AuthToken, ...factorProof, remembersDevice }),
  data: SignedIn,
  limit: { perAddress: 150 },
  refusals: [...notRecognized, ...wrongProof],
})

export const beginSecondFactor = endpoint({
  route: 'POST /public/second-factor/begin',
  access: 'public',
  summary: 'Returns the data to set up the first second factor after the password.',
  body: z.object({ authToken: AuthToken, way }),
  data: FactorOffer,
  limit: { perAddress: 60 },
  refusals: [...notRecognized, 'SECOND_FACTOR_ON'],
})

export const setUpSecondFactor = endpoint({
  route: 'POST /public/second-factor/set-up',
  access: 'public',
  summary:
    'Switches the second factor on with its first code or passkey, and signs in. Ends all other sessions of the administrator.',
  body: z.object({ authToken: AuthToken, ...made, remembersDevice }),
  data: z.object({ ...SignedIn.shape, ...Codes.shape }),
  limit: { perAddress: 60 },
  refusals: [...notRecognized, 'SECOND_FACTOR_ON', 'WRONG_FACTOR', 'PASSKEY_REFUSED'],
})

export const SecondFactor = z.object({
  isOn: z.boolean(),
  /** Every administrator must have one. */
  isRequired: z.boolean(),
  switchedOnAt: z.nullable(instant()),
  hasApp: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** Proven in this session within `provenMinutes`, by the password if the factor is off. Some acts require it. */
  isProven: z.boolean(),
})
export type SecondFactor = z.output<typeof SecondFactor>

export const getSecondFactor = endpoint({
  route: 'GET /private/second-factor',
  access: 'admin',
  summary: "Returns the caller's second factor.",
  data: SecondFactor,
})

export const askFactorProof = endpoint({
  route: 'POST /private/second-factor/ask',
  access: 'admin',
  summary: 'Returns the options for a passkey to prove the second factor again; null if there is no passkey.',
  data: z.object({ options: z.nullable(PasskeyOptions) }),
})

export const proveSecondFactor = endpoint({
  route: 'POST /private/second-factor/prove',
  access: 'admin',
  summary: `Proves the second factor again. For ${provenMinutes} minutes, this session may change it, and invite, remove and reset administrators.`,
  body: z.object(factorProof),
  data: Nothing,
  limit: { perAddress: 150 },
  refusals: wrongProof,
})

export const beginFactor = endpoint({
  route: 'POST /private/second-factor/begin',
  access: 'admin',
  summary:
    'Returns the data to add a passkey or to replace the app; in a session by single sign-on, also to set up a first second factor.',
  body: z.object({ way }),
  data: FactorOffer,
  refusals: ['SECOND_FACTOR_OFF', 'FACTOR_NOT_PROVEN', 'EMAIL_NOT_PROVEN', 'TOO_MANY_PASSKEYS'],
})

export const switchOnSecondFactor = endpoint({
  route: 'POST /private/second-factor/switch-on',
  access: 'admin',
  summary:
    'Switches the first second factor on in a session by single sign-on, which was proven by an emailed code or at the provider. Ends the other sessions.',
  body: z.object(made),
  data: Codes,
  limit: { perAddress: 60 },
  refusals: ['SECOND_FACTOR_ON', 'SECOND_FACTOR_OFF', 'EMAIL_NOT_PROVEN', 'WRONG_FACTOR', 'PASSKEY_REFUSED'],
})

export const addFactor = endpoint({
  route: 'POST /private/second-factor/add',
  access: 'admin',
  summary: 'Adds the passkey, or replaces the app after its first code.',
  body: z.object(made),
  data: Nothing,
  limit: { perAddress: 150 },
  refusals: [
    'SECOND_FACTOR_OFF',
    'FACTOR_NOT_PROVEN',
    'WRONG_FACTOR',
    'PASSKEY_REFUSED',
    'TOO_MANY_PASSKEYS',
  ],
})

export const removeFactorPasskey = endpoint({
  route: 'POST /private/second-factor/remove-passkey',
  access: 'admin',
  summary: 'Removes a passkey of the second factor, unless it is the last part.',
  body: z.object({ passkeyId: id() }),
  data: Nothing,
  refusals: ['SECOND_FACTOR_OFF', 'FACTOR_NOT_PROVEN', 'PASSKEY_NOT_FOUND', 'LAST_FACTOR'],
})

export const renameFactorPasskey = endpoint({
  route: 'POST /private/second-factor/rename-passkey',
  access: 'admin',
  summary: 'Renames a passkey of the second factor.',
  body: PasskeyRename,
  data: Nothing,
  refusals: ['PASSKEY_NOT_FOUND'],
})

export const renewRecoveryCodes = endpoint({
  route: 'POST /private/second-factor/renew-recovery-codes',
  access: 'admin',
  summary: 'Replaces the recovery codes, and returns the new ones this once.',
  data: Codes,
  refusals: ['SECOND_FACTOR_OFF', 'FACTOR_NOT_PROVEN'],
})

export const switchOffSecondFactor = endpoint({
  route: 'POST /private/second-factor/switch-off',
  access: 'admin',
  summary:
    'Switches the second factor off, and ends the other sessions. Refused if every administrator must have one.',
  data: Nothing,
  refusals: ['SECOND_FACTOR_OFF', 'FACTOR_NOT_PROVEN', 'SECOND_FACTOR_REQUIRED'],
})

export const resetSecondFactor = endpoint({
  route: 'POST /private/second-factor/reset',
  access: 'administrators:write',
  summary: "Switches another administrator's lost second factor off, ends their sessions and emails them.",
  body: z.object({ userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: Nothing,
  refusals: [
    'USER_NOT_FOUND',
    'OWN_SECOND_FACTOR',
    'OWN_FACTOR_MISSING',
    'SECOND_FACTOR_OFF',
    'FACTOR_NOT_PROVEN',
  ],
})

export const RememberedDevice = z.object({
  rememberedDeviceId: z.int(),
  /** Browser and system; '' if unknown. */
  device: z.string(),
  rememberedAt: instant(),
  lastUsedAt: instant(),
  expiresAt: instant(),
  isThisOne: z.boolean(),
})
export type RememberedDevice = z.output<typeof RememberedDevice>

export const getRememberedDevices = endpoint({
  route: 'GET /private/second-factor/devices',
  access: 'admin',
  summary: 'Returns the browsers that skip the second step, last used first.',
  data: z.object({ devices: z.array(RememberedDevice) }),
})

export const forgetDevice = endpoint({
  route: 'POST /private/second-factor/forget-device',
  access: 'admin',
  summary: 'Forgets a remembered browser, which needs the second step again.',
  body: z.object({ rememberedDeviceId: id() }),
  data: Nothing,
})
