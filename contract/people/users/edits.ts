import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress, longest, optionalLine } from '#contract/core/fields.ts'
import { id, onWire, readVersion } from '#contract/core/wire.ts'
import { Consent } from './calls.ts'
import { membershipAnswers, withAnswers } from './memberships.ts'
import { faaSafetyEmail, placeChecks, printedName, profileFields } from './profiles.ts'
import { User } from './user.ts'

const UserId = z.uuid({ error: 'A user id is a UUID' })

/** The user in a query. */
const OfUser = onWire({ userId: 'user_id' }, { userId: UserId })

export const getUserById = endpoint({
  route: 'GET /private/users/get-user-by-id',
  access: 'people:read',
  summary: 'Returns a person.',
  query: OfUser,
  data: z.object({ userData: User }),
  refusals: ['USER_NOT_FOUND'],
})

/** An answer about the mailing list, with the administrator who recorded it; null: the person answered. */
export const AnsweredConsent = z.extend(Consent, {
  answeredBy: z.nullable(z.object({ name: z.string(), email: z.string() })),
})
export type AnsweredConsent = z.output<typeof AnsweredConsent>

export const getUserConsents = endpoint({
  route: 'GET /private/users/get-consents',
  access: 'people:read',
  summary:
    'Returns the answers of a person about the mailing list, with the administrators who recorded them, newest first.',
  query: OfUser,
  data: z.object({ consents: z.array(AnsweredConsent) }),
})

/** A profile as edited by an administrator. */
export const UserEdit = withAnswers(
  z
    .object({
      userId: UserId,
      ...profileFields,
      printedName,
      faaSafetyEmail,
      ...membershipAnswers,
      mailingConsentEventName: z.optional(z.nullable(optionalLine(longest.line))),
      email: z.optional(emailAddress(invalidEmail)),
      version: readVersion,
    })
    .check(...placeChecks()),
)
export type UserEdit = z.output<typeof UserEdit>

export const updateUserByAdmin = endpoint({
  route: 'POST /private/update-user-by-admin',
  access: 'people:write',
  summary:
    "Changes a person's profile, and the given memberships, consent and email. A new email takes effect right away; both emails are notified, and the old one can undo it for a week.",
  body: UserEdit,
  data: z.object({ userData: User }),
  refusals: ['USER_NOT_FOUND', 'CHANGED_MEANWHILE', 'EMAIL_TAKEN', 'ADMINISTRATOR_EMAIL'],
})

export const endUserSessions = endpoint({
  route: 'POST /private/users/end-sessions',
  access: 'people:write',
  summary: 'Ends all sessions of a person, deletes their own passkeys and cancels a pending change of email.',
  body: z.object({ userId: UserId }),
  data: z.object({}),
  refusals: ['USER_NOT_FOUND'],
})

export const removeUserPasskey = endpoint({
  route: 'POST /private/users/remove-passkey',
  access: 'people:write',
  summary: "Removes a person's own passkey, not one of a second factor.",
  body: z.object({ userId: UserId, passkeyId: id() }),
  data: z.object({}),
  refusals: ['PASSKEY_NOT_FOUND'],
})
