import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress } from '#contract/core/fields.ts'
import { instant } from '#contract/core/wire.ts'
import { administratorRoles } from './roles.ts'

/** The number of days that an invitation's link works. */
export const invitationDays = 7

const AdministratorRoleName = z.enum(administratorRoles, { error: 'Has to be a role of administrators' })

export const Administrator = z.object({
  userId: z.string(),
  role: AdministratorRoleName,
  /** First and last name, '' where there is none yet. */
  name: z.string(),
  email: z.string(),
  since: instant(),
  /** Name or email; '': the portal at its start, or somebody who has deleted their account. */
  invitedBy: z.string(),
  /** null: invited, and not signed in yet. */
  acceptedAt: z.nullable(instant()),
  lastSeenAt: z.nullable(instant()),
  hasSecondFactor: z.boolean(),
})
export type Administrator = z.output<typeof Administrator>

export const getAdministrators = endpoint({
  method: 'GET',
  path: '/private/administrators',
  access: 'administrators:read',
  summary: 'Who has the role of an administrator or is invited to it, those who have had it longest first.',
  data: z.object({ administrators: z.array(Administrator) }),
})

export const Invitation = z.object({
  email: emailAddress(invalidEmail),
  /** The default is an administrator's. */
  role: z.optional(AdministratorRoleName),
})

export const inviteAdministrator = endpoint({
  method: 'POST',
  path: '/private/administrators/invite',
  access: 'administrators:write',
  summary: `Gives a role to an email, and mails a link there to choose a password, for ${invitationDays} days. Tells all administrators. Asked again, it is mailed again. Wants the second factor, or the password where none is on, once more.`,
  body: Invitation,
  data: z.object({}),
  // The caller chooses the address to email.
  limit: { perAddress: 60, perEmail: 10 },
  refusals: ['FACTOR_NOT_PROVEN', 'PASSWORD_NOT_PROVEN', 'ADMINISTRATOR_ALREADY', 'EMAIL_TAKEN'],
})

export const removeAdministrator = endpoint({
  method: 'POST',
  path: '/private/administrators/remove',
  access: 'administrators:write',
  summary:
    'Takes the role from somebody, or an invitation back: their password is forgotten, and their sessions end at once. Oneself only by its email. Wants the second factor, or the password where none is on, once more.',
  body: z.object({
    userId: z.uuid({ error: 'A user id is a UUID' }),
    /** Typed to remove oneself. */
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
  method: 'POST',
  path: '/private/administrators/role',
  access: 'administrators:write',
  summary:
    'Gives an administrator another role, which counts from their next call on. Wants the second factor, or the password where none is on, once more.',
  body: z.object({ userId: z.uuid({ error: 'A user id is a UUID' }), role: AdministratorRoleName }),
  data: z.object({}),
  refusals: ['FACTOR_NOT_PROVEN', 'PASSWORD_NOT_PROVEN', 'USER_NOT_FOUND', 'LAST_ADMINISTRATOR'],
})
