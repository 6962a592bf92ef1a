import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint, hallOfPeople } from '#contract/core/endpoint.ts'
import { emailAddress, longest, optionalLine } from '#contract/core/fields.ts'
import { id, instant } from '#contract/core/wire.ts'
import { membershipAnswers, withAnswers } from './memberships.ts'
import { ProfileUpdate } from './profiles.ts'
import { User } from './user.ts'

const Email = emailAddress(invalidEmail)

export const checkEmailExists = endpoint({
  route: 'GET /check-email-exists',
  access: 'public',
  summary: 'Tells whether an account has this email.',
  query: z.object({ email: Email }),
  data: z.object({ emailExists: z.boolean() }),
  limit: { perAddress: hallOfPeople, perEmail: 30 },
  refusals: ['EMAIL_CHANGED', 'ACCOUNT_MERGED'],
})

/** One answer about the mailing list. */
export const Consent = z.object({
  isGiven: z.boolean(),
  /** The text shown with the question, one line each. */
  textShown: z.string(),
  eventName: z.nullable(z.string()),
  answeredAt: instant(),
})
export type Consent = z.output<typeof Consent>

export const getConsents = endpoint({
  route: 'GET /private/get-consents',
  access: 'user',
  summary: 'Returns the answers of the signed-in person about the mailing list, newest first.',
  data: z.object({ consents: z.array(Consent) }),
})

export const getProfile = endpoint({
  route: 'GET /private/get-profile',
  access: 'user',
  summary: 'Returns the signed-in person.',
  data: z.object({ userData: User }),
  refusals: ['USER_NOT_FOUND'],
})

export const updateProfile = endpoint({
  route: 'POST /private/update-profile',
  access: 'user',
  summary: "Changes the signed-in person's profile, and the given memberships and consent.",
  body: ProfileUpdate,
  data: z.object({ userData: User }),
  refusals: ['USER_NOT_FOUND'],
})

export const updateMembershipInfo = endpoint({
  route: 'POST /private/update-membership-info',
  access: 'user',
  summary: 'Records answers about memberships and consent while registering for an event. Absent ones stay.',
  body: withAnswers(
    z.object({
      ...membershipAnswers,
      mailingConsentEventId: z.optional(z.nullable(id())),
      mailingConsentEventName: z.optional(z.nullable(optionalLine(longest.line))),
    }),
  ),
  data: z.object({ userData: User }),
  refusals: ['EVENT_NOT_FOUND', 'EVENT_CLOSED', 'USER_NOT_FOUND'],
})
