import * as z from 'zod/mini'
import { invalidEmail, invalidNewEmail } from '#contract/core/email-addresses.ts'
import { endpoint, hallOfPeople } from '#contract/core/endpoint.ts'
import { emailAddress, longest } from '#contract/core/fields.ts'
import { instant } from '#contract/core/wire.ts'
import { newProfile, placeChecks } from '#contract/people/users/profiles.ts'
import { User } from '#contract/people/users/user.ts'

/** The proofs of a second step; 'device': a remembered browser skipped it. */
export const secondStepWays = ['app', 'passkey', 'recovery-code', 'device'] as const
export type SecondStepWay = (typeof secondStepWays)[number]

/** The identity provider's ID token. */
export const AuthToken = z
  .string({ error: 'The sign-in token is missing' })
  .check(
    z.minLength(1, { error: 'The sign-in token is missing' }),
    z.maxLength(longest.token, { error: 'The sign-in token is too long' }),
  )

export const SignedIn = z.object({ userData: User, token: z.string(), isAdmin: z.boolean() })
export type SignedIn = z.output<typeof SignedIn>

const Email = emailAddress(invalidEmail)

export const exchangeToken = endpoint({
  route: 'POST /public/exchange-token',
  access: 'public',
  summary:
    "Exchanges the identity provider's ID token for a session, and ends the session of the bearer token. Only a password gives an administrator's rights; if a second factor is on, only on a remembered browser.",
  body: z.object({ authToken: AuthToken }),
  data: SignedIn,
  limit: { perAddress: hallOfPeople },
  refusals: [
    'IDENTITY_NOT_PROVEN',
    'USER_NOT_FOUND',
    'EMAIL_CHANGED',
    'ACCOUNT_MERGED',
    'SECOND_FACTOR_WANTED',
    'SECOND_FACTOR_MISSING',
    'SINGLE_SIGN_ON_REQUIRED',
    'IDENTITY_AWAY',
  ],
})

export const createUser = endpoint({
  route: 'POST /public/create-user',
  access: 'public',
  summary:
    'Creates the account of the email that the ID token proves, with the given profile, and signs in. An existing account is signed in unchanged.',
  body: z
    .object({ authToken: AuthToken, email: emailAddress(invalidNewEmail), ...newProfile })
    .check(...placeChecks()),
  data: SignedIn,
  limit: { perAddress: hallOfPeople, perEmail: 20 },
  refusals: [
    'IDENTITY_NOT_PROVEN',
    'EMAIL_CHANGED',
    'ACCOUNT_MERGED',
    'SECOND_FACTOR_WANTED',
    'SECOND_FACTOR_MISSING',
    'SINGLE_SIGN_ON_REQUIRED',
    'IDENTITY_AWAY',
  ],
})

export const checkAdminAccess = endpoint({
  route: 'POST /public/check-admin-access',
  access: 'public',
  summary:
    "Tells whether the session has an administrator's rights and this email is its person's; returns the permissions of the role.",
  body: z.object({ email: Email }),
  data: z.object({
    hasAccess: z.boolean(),
    /** Absent from an older portal, where every administrator may do everything. */
    permissions: z.optional(z.array(z.string())),
  }),
  limit: { perAddress: 300, perEmail: 60 },
  refusals: ['API_KEY_UNKNOWN', 'API_KEY_EXPIRED', 'API_KEY_ELSEWHERE'],
})

/** The minutes after a proof in which a session may do protected acts. */
export const provenMinutes = 10

export const proveSession = endpoint({
  route: 'POST /private/prove-session',
  access: 'user',
  summary: `Records a new proof of the signed-in person. For ${provenMinutes} minutes, this session may do what requires a recent proof.`,
  body: z.object({ authToken: AuthToken }),
  data: z.object({}),
  limit: { perAddress: 150 },
  refusals: [
    'IDENTITY_NOT_PROVEN',
    'IDENTITY_AWAY',
    'USER_NOT_FOUND',
    'EMAIL_CHANGED',
    'ACCOUNT_MERGED',
    'SINGLE_SIGN_ON_REQUIRED',
  ],
})

export const signOut = endpoint({
  route: 'POST /private/sign-out',
  access: 'user',
  summary: 'Ends this session. Its ID token can begin no other.',
  data: z.object({}),
  refusals: ['USER_NOT_FOUND'],
})

/** One valid sign-in. */
export const Session = z.object({
  beganAt: instant(),
  /** To the minute. */
  lastSeenAt: instant(),
  beganBy: z.enum(['link', 'password', 'passkey', 'single-sign-on']),
  /** null: none. */
  secondStep: z.nullable(z.enum(secondStepWays)),
  /** Browser and system; '' if unknown. */
  device: z.string(),
  isThisOne: z.boolean(),
})
export type Session = z.output<typeof Session>

export const getSessions = endpoint({
  route: 'GET /private/get-sessions',
  access: 'user',
  summary: 'Returns the sessions of the signed-in person, last used first.',
  data: z.object({ sessions: z.array(Session) }),
})

export const endOtherSessions = endpoint({
  route: 'POST /private/end-other-sessions',
  access: 'user',
  summary:
    "Ends the signed-in person's other sessions, cancels a pending change of email, and deletes their passkeys unless they are kept.",
  body: z.object({ keepsPasskeys: z.optional(z.boolean({ error: 'Must be true or false' })) }),
  data: z.object({}),
  refusals: ['USER_NOT_FOUND'],
})
