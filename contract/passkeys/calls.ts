import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { requiredLine } from '#contract/core/fields.ts'
import { id, instant } from '#contract/core/wire.ts'
import { SignedIn } from '#contract/sessions/calls.ts'
import { NewPasskeyAnswer, PasskeyAnswer } from './answers.ts'

/** The most passkeys of one person. */
export const mostPasskeys = 20

/** The options for an authenticator, in WebAuthn's JSON. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.output<typeof PasskeyOptions>

export const Passkey = z.object({
  passkeyId: z.int(),
  /** Its person's name for it; at first the browser and system that created it. */
  name: z.string(),
  addedAt: instant(),
  lastUsedAt: z.nullable(instant()),
})
export type Passkey = z.output<typeof Passkey>

export const askPasskey = endpoint({
  method: 'POST',
  path: '/public/passkeys/ask',
  access: 'public',
  summary: 'What a device is asked to sign for whoever signs in by it: for ten minutes, once.',
  data: z.object({ options: PasskeyOptions }),
  limit: { perAddress: 300 },
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/public/passkeys/sign-in',
  access: 'public',
  summary:
    "Signs in whose passkey it is, with a person's rights, also an administrator. Ends the session whose bearer comes along.",
  body: z.object({ passkey: PasskeyAnswer }),
  data: SignedIn,
  limit: { perAddress: 150 },
  refusals: ['PASSKEY_REFUSED'],
})

export const getPasskeys = endpoint({
  method: 'GET',
  path: '/private/passkeys',
  access: 'user',
  summary: 'What the signed-in person can sign in with beside the mailed link, the newest first.',
  data: z.object({ passkeys: z.array(Passkey) }),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/private/passkeys/begin',
  access: 'user',
  summary:
    'What a device is asked for to make a passkey of the signed-in person: for ten minutes, once. Wants a session that began, or was proven by prove-session, in the last ten.',
  data: z.object({ options: PasskeyOptions }),
  refusals: ['SIGN_IN_TOO_OLD', 'TOO_MANY_PASSKEYS'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/private/passkeys/add',
  access: 'user',
  summary: 'Keeps a passkey that was just made, and mails its person that there is one.',
  body: z.object({ passkey: NewPasskeyAnswer }),
  data: z.object({}),
  refusals: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS'],
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/private/passkeys/remove',
  access: 'user',
  summary: 'Forgets a passkey: it signs nobody in any more. One that is a second factor is none of these.',
  body: z.object({ passkeyId: id() }),
  data: z.object({}),
  refusals: ['PASSKEY_NOT_FOUND'],
})

export const PasskeyName = z.object({ name: requiredLine('Please give it a name', 60) })

/** One of the person's passkeys and its new name. */
export const PasskeyRename = z.object({ passkeyId: id(), ...PasskeyName.shape })
export type PasskeyRename = z.output<typeof PasskeyRename>

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/private/passkeys/rename',
  access: 'user',
  summary:
    'Gives a passkey the name that its person knows it by. One that is a second factor is none of these.',
  body: PasskeyRename,
  data: z.object({}),
  refusals: ['PASSKEY_NOT_FOUND'],
})
