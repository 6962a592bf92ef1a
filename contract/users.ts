import * as z from 'zod/mini'
import { invalidEmail } from './email-addresses.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, longest, optionalLine } from './fields.ts'
import { secondStepWays } from './passkey-answers.ts'
import { membershipAnswers, membershipFields, membershipNames, withAnswers } from './user-memberships.ts'
import { newProfile, ProfileUpdate, placeChecks, profileMessages } from './user-profiles.ts'
import { epoch, flag, id, instant, onWire } from './wire.ts'

/** A person; api.md, "Shapes". */
export const User = onWire(
  {
    userId: 'user_id',
    firstName: 'first_name',
    lastName: 'last_name',
    companyName: 'company_name',
    registeredAt: 'registered_at',
    hasGivenMailingConsent: 'has_given_mailing_consent',
    mailingConsentAt: 'mailing_consent_timestamp',
    mailingConsentEventName: 'mailing_consent_event_name',
    ...membershipNames,
  },
  {
    userId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
    companyName: z.string(),
    /** Dial code, '||', digits; '' when none was given. */
    phone: z.string(),
    role: z.enum(['user', 'admin']),
    registeredAt: instant(),
    ...membershipFields,
    /** null: never asked. */
    hasGivenMailingConsent: z.nullable(flag()),
    mailingConsentAt: z.nullable(epoch()),
    mailingConsentEventName: z.nullable(z.string()),
    /** Counts the changes of the above. */
    version: z.int(),
  },
)
export type User = z.output<typeof User>

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

export const checkEmailExists = endpoint({
  method: 'GET',
  path: '/check-email-exists',
  access: 'public',
  summary: 'Whether somebody is registered under an email address.',
  query: z.object({ email: Email }),
  data: z.object({ emailExists: z.boolean() }),
  limit: { perAddress: 150, perEmail: 30 },
  refusals: ['EMAIL_CHANGED', 'ACCOUNT_MERGED'],
})

export const exchangeToken = endpoint({
  method: 'POST',
  path: '/public/exchange-token',
  access: 'public',
  summary:
    "Turns the identity provider's ID token into a session, which ends the one whose bearer comes along. Only one that a password began has an administrator's rights, and where a second factor is on, only on a browser that is remembered.",
  body: z.object({ authToken: AuthToken }),
  data: SignedIn,
  limit: { perAddress: 300 },
  refusals: [
    'IDENTITY_NOT_PROVEN',
    'USER_NOT_FOUND',
    'EMAIL_CHANGED',
    'ACCOUNT_MERGED',
    'SECOND_FACTOR_WANTED',
    'SECOND_FACTOR_MISSING',
    'IDENTITY_AWAY',
  ],
})

export const createUser = endpoint({
  method: 'POST',
  path: '/public/create-user',
  access: 'public',
  summary:
    'Creates the person whose email the ID token proves, with a blank profile or the given one, and signs them in. Somebody who exists is signed in and nothing of theirs changes.',
  body: z
    .object({ authToken: AuthToken, email: emailAddress(profileMessages.email), ...newProfile })
    .check(...placeChecks()),
  data: SignedIn,
  limit: { perAddress: 150, perEmail: 20 },
  refusals: [
    'IDENTITY_NOT_PROVEN',
    'EMAIL_CHANGED',
    'ACCOUNT_MERGED',
    'SECOND_FACTOR_WANTED',
    'SECOND_FACTOR_MISSING',
    'IDENTITY_AWAY',
  ],
})

export const checkAdminAccess = endpoint({
  method: 'POST',
  path: '/public/check-admin-access',
  access: 'public',
  summary: 'True only for a session with the rights of the administrator who has this very email.',
  body: z.object({ email: Email }),
  data: z.object({ hasAccess: z.boolean() }),
  limit: { perAddress: 300, perEmail: 60 },
})

/** For so many minutes a proof of who somebody is lets them do in its session what wants a recent one. */
export const provenMinutes = 10

export const proveSession = endpoint({
  method: 'POST',
  path: '/private/prove-session',
  access: 'user',
  summary: `Proves once more who the signed-in person is: for ${provenMinutes} minutes, what wants a recent proof may be done in this session.`,
  body: z.object({ authToken: AuthToken }),
  data: z.object({}),
  limit: { perAddress: 150 },
  refusals: ['IDENTITY_NOT_PROVEN', 'IDENTITY_AWAY'],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/private/sign-out',
  access: 'user',
  summary: 'Ends this session on the server. The ID token that began it begins no other.',
  data: z.object({}),
})

/** One sign-in that still holds. */
export const Session = z.object({
  beganAt: instant(),
  /** To the minute. */
  lastSeenAt: instant(),
  beganBy: z.enum(['link', 'password', 'passkey']),
  /** What followed the password; null: nothing. */
  secondStep: z.nullable(z.enum(secondStepWays)),
  /** Browser and system in plain words; '' when unknown. */
  device: z.string(),
  isThisOne: z.boolean(),
})
export type Session = z.output<typeof Session>

export const getSessions = endpoint({
  method: 'GET',
  path: '/private/get-sessions',
  access: 'user',
  summary: 'Where the signed-in person is signed in, the last used first.',
  data: z.object({ sessions: z.array(Session) }),
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/private/end-other-sessions',
  access: 'user',
  summary:
    "Ends the signed-in person's sessions but this one, takes back the change of email that waits, and forgets their passkeys unless they are kept.",
  body: z.object({ keepsPasskeys: z.optional(z.boolean({ error: 'Has to be true or false' })) }),
  data: z.object({}),
})

/** One answer about the mailing list. */
export const Consent = z.object({
  isGiven: z.boolean(),
  /** What was shown with the question, a line each. */
  textShown: z.string(),
  eventName: z.nullable(z.string()),
  answeredAt: instant(),
})
export type Consent = z.output<typeof Consent>

export const getConsents = endpoint({
  method: 'GET',
  path: '/private/get-consents',
  access: 'user',
  summary: 'Every answer of the signed-in person about the mailing list, the newest first.',
  data: z.object({ consents: z.array(Consent) }),
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/private/get-profile',
  access: 'user',
  summary: 'The signed-in person.',
  data: z.object({ userData: User }),
})

export const updateProfile = endpoint({
  method: 'POST',
  path: '/private/update-profile',
  access: 'user',
  summary: "Changes the signed-in person's profile, and their memberships and consent where given.",
  body: ProfileUpdate,
  data: z.object({ userData: User }),
})

export const updateMembershipInfo = endpoint({
  method: 'POST',
  path: '/private/update-membership-info',
  access: 'user',
  summary:
    'Records memberships and consent, as answered while registering for an event. What is absent stays as it was.',
  body: withAnswers(
    z.object({
      ...membershipAnswers,
      mailingConsentEventId: z.optional(z.nullable(id())),
      mailingConsentEventName: z.optional(z.nullable(optionalLine(longest.line))),
    }),
  ),
  data: z.object({ userData: User }),
  refusals: ['EVENT_NOT_FOUND', 'EVENT_CLOSED'],
})
