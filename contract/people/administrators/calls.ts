import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress, personName } from '#contract/core/fields.ts'
import { instant } from '#contract/core/wire.ts'
import { profileMessages } from '#contract/people/users/profiles.ts'
import { User } from '#contract/people/users/user.ts'
import { administratorRoles } from './roles.ts'

/** The days that an invitation's link works. */
export const invitationDays = 7

const AdministratorRoleName = z.enum(administratorRoles, { error: 'Has to be a role of administrators' })

export const Administrator = z.object({
  userId: z.string(),
  role: AdministratorRoleName,
  /** First and last name; '' if missing. */
  name: z.string(),
  email: z.string(),
  since: instant(),
  /** Name or email; '' for the portal at its first start, or a deleted account. */
  invitedBy: z.string(),
  /** null: not signed in yet. */
  acceptedAt: z.nullable(instant()),
  lastSeenAt: z.nullable(instant()),
  hasSecondFactor: z.boolean(),
})
export type Administrator = z.output<typeof Administrator>

export const getAdministrators = endpoint({
  route: 'GET /private/administrators',
  access: 'administrators:read',
  summary: 'Returns all administrators and invitations, longest first.',
  data: z.object({ administrators: z.array(Administrator) }),
})

export const Invitation = z.object({
  email: emailAddress(invalidEmail),
  /** `administrator` by default. */
  role: z.optional(AdministratorRoleName),
})

export const inviteAdministrator = endpoint({
  route: 'POST /private/administrators/invite',
  access: 'administrators:write',
  summary: `Gives a role to an email and sends a link to choose a password, which works for ${invitationDays} days. Emails all administrators. A repeated call sends a new link. Requires a recent proof of the second factor, or of the password if none is on.`,
  body: Invitation,
  data: z.object({}),
  // The caller chooses the address to email.
  limit: { perAddress: 60, perEmail: 10 },
  refusals: ['FACTOR_NOT_PROVEN', 'PASSWORD_NOT_PROVEN', 'ADMINISTRATOR_ALREADY', 'EMAIL_TAKEN'],
})

export const removeAdministrator = endpoint({
  route: 'POST /private/administrators/remove',
  access: 'administrators:write',
  summary:
    'Removes an administrator or an invitation, deletes the password and ends all sessions. Removing oneself requires typing the email. Requires a recent proof of the second factor, or of the password if none is on.',
  body: z.object({
    userId: z.uuid({ error: 'A user id is a UUID' }),
    /** Typed to confirm removing oneself. */
    email: z.optional(emailAddress(invalidEmail)),
  }),
  data: z.object({}),
  refusals: [
    'FACTOR_NOT_PROVEN',
    'PASSWORD_NOT_PROVEN',
    'USER_NOT_FOUND',
    'LAST_ADMINISTRATOR',
    'EMAIL_DIFFERS',
  ],
})

export const changeAdministratorRole = endpoint({
  route: 'POST /private/administrators/role',
  access: 'administrators:write',
  summary:
    'Changes the role of an administrator, who gets an email. It counts from their next call. Requires a recent proof of the second factor, or of the password if none is on.',
  body: z.object({ userId: z.uuid({ error: 'A user id is a UUID' }), role: AdministratorRoleName }),
  data: z.object({}),
  refusals: ['FACTOR_NOT_PROVEN', 'PASSWORD_NOT_PROVEN', 'USER_NOT_FOUND', 'LAST_ADMINISTRATOR'],
})

/** An administrator's name for colleagues, and for people who get answers. */
export const OwnName = z.object({
  firstName: personName(profileMessages.firstName),
  lastName: personName(profileMessages.lastName),
})
export type OwnName = z.output<typeof OwnName>

export const changeOwnName = endpoint({
  route: 'POST /private/administrators/own-name',
  access: 'admin',
  summary:
    'Changes the name of the administrator who calls. It is shown in the history and in answers to reviews.',
  body: OwnName,
  data: z.object({ userData: User }),
  refusals: ['USER_NOT_FOUND'],
})
