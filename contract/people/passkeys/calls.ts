import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { requiredLine } from '#contract/core/fields.ts'
import { id, instant } from '#contract/core/wire.ts'
import { SignedIn } from '#contract/people/sessions/calls.ts'
import { NewPasskeyAnswer, PasskeyAnswer } from './answers.ts'

export const mostPasskeys = 20

/** The options for an authenticator, in WebAuthn's JSON. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.output<typeof PasskeyOptions>

export const Passkey = z.object({
  passkeyId: z.int(),
  /** The owner's name for it; at first the browser and system that created it. */
  name: z.string(),
  addedAt: instant(),
  lastUsedAt: z.nullable(instant()),
})
export type Passkey = z.output<typeof Passkey>

export const askPasskey = endpoint({
  route: 'POST /public/passkeys/ask',
  access: 'public',
  summary: 'Returns the options for a sign-in with a passkey. They work once, for ten minutes.',
  data: z.object({ options: PasskeyOptions }),
  limit: { perAddress: 300 },
})

export const signInWithPasskey = endpoint({
  route: 'POST /public/passkeys/sign-in',
  access: 'public',
  summary:
    "Signs a person in with a passkey. An administrator gets a person's rights, too. Ends the session of the bearer token.",
  body: z.object({ passkey: PasskeyAnswer }),
  data: SignedIn,
  limit: { perAddress: 150 },
  refusals: ['PASSKEY_REFUSED'],
})

export const getPasskeys = endpoint({
  route: 'GET /private/passkeys',
  access: 'user',
  summary: 'Returns the passkeys of the signed-in person, newest first.',
  data: z.object({ passkeys: z.array(Passkey) }),
})

export const beginPasskey = endpoint({
  route: 'POST /private/passkeys/begin',
  access: 'user',
  summary:
    'Returns the options for a new passkey of the signed-in person. They work once, for ten minutes. Requires a sign-in, or a proof by prove-session, in the last ten minutes.',
  data: z.object({ options: PasskeyOptions }),
  refusals: ['SIGN_IN_TOO_OLD', 'TOO_MANY_PASSKEYS'],
})

export const addPasskey = endpoint({
  route: 'POST /private/passkeys/add',
  access: 'user',
  summary: 'Stores a new passkey, and emails its person.',
  body: z.object({ passkey: NewPasskeyAnswer }),
  data: z.object({}),
  refusals: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS'],
})

export const removePasskey = endpoint({
  route: 'POST /private/passkeys/remove',
  access: 'user',
  summary: 'Removes a passkey of the signed-in person. Those of a second factor have calls of their own.',
  body: z.object({ passkeyId: id() }),
  data: z.object({}),
  refusals: ['PASSKEY_NOT_FOUND'],
})

export const PasskeyName = z.object({ name: requiredLine('Please give it a name', 60) })

export const PasskeyRename = z.object({ passkeyId: id(), ...PasskeyName.shape })
export type PasskeyRename = z.output<typeof PasskeyRename>

export const renamePasskey = endpoint({
  route: 'POST /private/passkeys/rename',
  access: 'user',
  summary: 'Renames a passkey of the signed-in person. Those of a second factor have calls of their own.',
  body: PasskeyRename,
  data: z.object({}),
  refusals: ['PASSKEY_NOT_FOUND'],
})
