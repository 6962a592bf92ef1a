import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint, hallOfPeople } from '#contract/core/endpoint.ts'
import { emailAddress, longest } from '#contract/core/fields.ts'
import { id, onWire } from '#contract/core/wire.ts'
import { Profile } from '#contract/people/users/profiles.ts'

/** The minutes that an emailed code works. */
export const minutesValid = { 'sign-in': 15, 'reset-password': 30 } as const

/** The digits of an emailed code for another device. */
export const codeDigits = 8

/** The shortest new password has 12 characters; the sign-in form accepts the specification's 5. */
export const passwordLength = { min: 12, atSignIn: 5, max: 200 } as const

const Email = emailAddress(invalidEmail)
const IdToken = z.object({ idToken: z.string() })
const Nothing = z.object({})
const Code = z
  .string({ error: 'The link or code is missing' })
  .check(
    z.minLength(codeDigits, { error: 'The link or code is incomplete' }),
    z.maxLength(longest.code, { error: 'The link or code is too long' }),
  )

export const PasswordSignIn = z.object({
  email: Email,
  password: z
    .string({ error: 'Please provide a password' })
    .check(
      z.minLength(passwordLength.atSignIn, { error: 'Please provide a password' }),
      z.maxLength(passwordLength.max, { error: `Please use ${passwordLength.max} characters at most` }),
    ),
})

export const NewPassword = z
  .string({ error: 'Please provide a password' })
  .check(
    z.minLength(passwordLength.min, { error: `Please use at least ${passwordLength.min} characters` }),
    z.maxLength(passwordLength.max, { error: `Please use ${passwordLength.max} characters at most` }),
  )

export const sendSignInLink = endpoint({
  route: 'POST /identity/send-sign-in-link',
  access: 'public',
  summary: `Sends a sign-in link and a ${codeDigits}-digit code. The answer is the same for known and unknown addresses. With event_slot_id, the link leads on to that slot. A profile waits with the link, for an hour at most.`,
  body: onWire(
    { eventSlotId: 'event_slot_id' },
    { email: Email, eventSlotId: z.optional(id()), profile: z.optional(Profile) },
  ),
  data: Nothing,
  // A school or a hall may sign up from one address.
  limit: {
    perAddress: hallOfPeople,
    perEmail: 10,
    strangers: { free: 3, total: 1000, perMinute: 4, perEmail: 20 },
  },
  refusals: ['IDENTITY_AWAY'],
})

export const signInWithLink = endpoint({
  route: 'POST /identity/sign-in-with-link',
  access: 'public',
  summary: `Exchanges the code of a link, or the ${codeDigits} digits, for an ID token. Works once, and voids the other codes of that address. Returns the profile that waits with the link.`,
  body: z.object({ email: Email, code: Code }),
  data: z.extend(IdToken, { profile: z.optional(Profile) }),
  limit: { perAddress: hallOfPeople, perEmail: 20 },
  refusals: ['LINK_SPENT', 'TOO_MANY_DIGITS', 'ACCOUNT_DISABLED', 'IDENTITY_AWAY'],
})

export const signInWithPassword = endpoint({
  route: 'POST /identity/sign-in-with-password',
  access: 'public',
  summary: 'Signs an administrator in by password.',
  body: PasswordSignIn,
  data: IdToken,
  limit: { perAddress: 100, perEmail: 30 },
  refusals: ['WRONG_PASSWORD', 'EMAIL_NOT_VERIFIED', 'IDENTITY_AWAY'],
})

export const sendPasswordReset = endpoint({
  route: 'POST /identity/send-password-reset',
  access: 'public',
  summary: 'Sends a link to choose a new password. The answer is the same for known and unknown addresses.',
  body: z.object({ email: Email }),
  data: Nothing,
  limit: { perAddress: 30, perEmail: 6 },
  refusals: ['IDENTITY_AWAY'],
})

export const resetPassword = endpoint({
  route: 'POST /identity/reset-password',
  access: 'public',
  summary:
    'Sets a new password with the code of the emailed link. Ends all sessions of the person, and voids earlier ID tokens, links and digits.',
  body: z.object({ email: Email, code: Code, password: NewPassword }),
  data: Nothing,
  limit: { perAddress: 30, perEmail: 10 },
  refusals: ['LINK_SPENT', 'SINGLE_SIGN_ON_REQUIRED', 'IDENTITY_AWAY'],
})

export const sendVerification = endpoint({
  route: 'POST /identity/send-verification',
  access: 'user',
  summary: 'Sends the signed-in person a link that proves their address.',
  data: Nothing,
  limit: { perAddress: 30 },
  refusals: ['IDENTITY_AWAY'],
})

const linkPart = z
  .string({ error: 'This has to be text' })
  .check(z.maxLength(longest.code, { error: 'The link is too long' }))

// Firebase writes it; we read only our own part.
const returnAddress = z
  .string({ error: 'This has to be text' })
  .check(z.maxLength(longest.token, { error: 'The link is too long' }))

export const followMailedLink = endpoint({
  route: 'GET /identity/follow-mailed-link',
  access: 'public',
  summary:
    'Redirects a link of an email by Firebase to the page for signing in or for a new password, with the code in the fragment. Does not use the code.',
  query: onWire(
    { code: 'oobCode' },
    { mode: z.optional(linkPart), code: z.optional(linkPart), continueUrl: z.optional(returnAddress) },
  ),
  file: 'text/html',
  limit: { perAddress: 600 },
})

/** Plain JWKS without the envelope, for any JWT library. */
export const jwks = endpoint({
  route: 'GET /identity/jwks',
  access: 'public',
  summary: 'Returns the public keys of the embedded identity provider as a JSON Web Key Set.',
  file: 'application/json',
  limit: { perAddress: 600 },
  refusals: ['NOT_FOUND'],
})
