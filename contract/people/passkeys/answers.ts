import * as z from 'zod/mini'

const incomplete = 'The answer of your device is incomplete. Please try again.'

/** Bytes in WebAuthn's JSON: base64url. */
const bytes = (max: number) =>
  z
    .string({ error: incomplete })
    .check(z.maxLength(max, { error: incomplete }), z.regex(/^[\w-]+$/, { error: incomplete }))

const credentialId = bytes(1400)
const clientDataJSON = bytes(4000)

/** An authenticator's signature that proves a passkey, in WebAuthn's JSON. */
export const PasskeyAnswer = z.object(
  {
    id: credentialId,
    response: z.object(
      { clientDataJSON, authenticatorData: bytes(4000), signature: bytes(12_000) },
      { error: incomplete },
    ),
  },
  { error: incomplete },
)
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** An authenticator's answer for a new passkey. */
export const NewPasskeyAnswer = z.object(
  {
    id: credentialId,
    response: z.object(
      {
        clientDataJSON,
        attestationObject: bytes(30_000),
        transports: z.optional(
          z
            .array(z.string({ error: incomplete }).check(z.regex(/^[a-z-]{1,20}$/, { error: incomplete })), {
              error: incomplete,
            })
            .check(z.maxLength(10, { error: incomplete })),
        ),
      },
      { error: incomplete },
    ),
  },
  { error: incomplete },
)
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>

/** An app's code or a recovery code, as typed. */
export const FactorCode = z.string({ error: 'Enter the code' }).check(
  z.refine((value) => value.trim() !== '', { error: 'Enter the code' }),
  z.maxLength(40, { error: 'This code is too long' }),
)

/** Proof of a second factor: a code or a passkey. */
export const factorProof = {
  code: z.optional(FactorCode),
  passkey: z.optional(PasskeyAnswer),
}
export type FactorProof = { code?: string | undefined; passkey?: PasskeyAnswer | undefined }

/** Skips the second step in this browser for `rememberedDays`. */
export const remembersDevice = z.optional(z.boolean({ error: 'Must be true or false' }))

export const rememberedDays = 30
