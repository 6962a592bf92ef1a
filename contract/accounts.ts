import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emailAddress, longest } from './fields.ts'
import { invalidEmail } from './identity.ts'

export const Role = z.enum(['user', 'admin'])
export type Role = z.infer<typeof Role>

/** A person as the wire writes one; api.md, "Shapes". */
export const UserData = z.object({
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  company_name: z.string(),
  /** Dial code, '||', digits; '' when none was given. */
  phone: z.string(),
  role: Role,
  registered_at: z.string(),
  is_aop_member: z.enum(['YES', 'NO', 'NO_INPUT']),
  aopa_number: z.nullable(z.string()),
  aopa_skipped: z.boolean(),
  nbaa_number: z.nullable(z.string()),
  nbaa_skipped: z.boolean(),
  vai_number: z.nullable(z.string()),
  vai_skipped: z.boolean(),
  /** null: never asked. */
  has_given_mailing_consent: z.nullable(z.literal([0, 1])),
  /** Milliseconds since 1970. */
  mailing_consent_timestamp: z.nullable(z.number()),
  mailing_consent_event_name: z.nullable(z.string()),
})
export type UserData = z.infer<typeof UserData>

/** A profile is empty until its person has given a first name: then they are sent to complete it. */
export function isProfileEmpty(user: Pick<UserData, 'first_name'>): boolean {
  return user.first_name.trim() === ''
}

export const AuthToken = z
  .string({ error: 'The sign-in token is missing' })
  .check(
    z.minLength(1, { error: 'The sign-in token is missing' }),
    z.maxLength(longest.token, { error: 'The sign-in token is too long' }),
  )

export const SignedIn = z.object({ userData: UserData, token: z.string(), isAdmin: z.boolean() })
export type SignedIn = z.infer<typeof SignedIn>

const Email = emailAddress(invalidEmail)

export const checkEmailExists = endpoint({
  method: 'GET',
  path: '/check-email-exists',
  access: 'public',
  summary: 'Whether somebody is registered under an e-mail address.',
  query: z.object({ email: Email }),
  data: z.object({ emailExists: z.boolean() }),
  limit: { perAddress: 150, perEmail: 30 },
})

export const exchangeToken = endpoint({
  method: 'POST',
  path: '/public/exchange-token',
  access: 'public',
  summary: "Turns the identity provider's ID token into a session.",
  body: z.object({ authToken: AuthToken }),
  data: SignedIn,
  limit: { perAddress: 300 },
  refusals: ['IDENTITY_NOT_PROVEN', 'USER_NOT_FOUND'],
})

export const checkAdminAccess = endpoint({
  method: 'POST',
  path: '/public/check-admin-access',
  access: 'public',
  summary: 'True only for the session of the administrator who has this very e-mail.',
  body: z.object({ email: Email }),
  data: z.object({ hasAccess: z.boolean() }),
  limit: { perAddress: 300, perEmail: 60 },
})

export const signOut = endpoint({
  method: 'POST',
  path: '/private/sign-out',
  access: 'user',
  summary: 'Ends this session on the server.',
  data: z.object({}),
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/private/get-profile',
  access: 'user',
  summary: 'The signed-in person.',
  data: z.object({ userData: UserData }),
})
