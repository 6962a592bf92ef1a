import * as z from 'zod/mini'
import { comparedEmail, invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress } from '#contract/core/fields.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { User } from '#contract/users/calls.ts'

/** The names of the two files to save. */
export const accountFile = {
  json: 'ia-renewal-portal-data.json',
  html: 'ia-renewal-portal-data.html',
} as const

// The download reads everything stored about a person, over years.
const dataLimit = { perAddress: 60, perPerson: 10 }

export const getAccountData = endpoint({
  method: 'GET',
  path: '/private/account-data/json',
  access: 'user',
  summary: 'Everything that is kept about the signed-in person, for programs.',
  file: 'application/json',
  limit: dataLimit,
  refusals: ['USER_NOT_FOUND'],
})

export const getAccountPage = endpoint({
  method: 'GET',
  path: '/private/account-data/html',
  access: 'user',
  summary: 'The same for people: one page that needs nothing else.',
  file: 'text/html',
  limit: dataLimit,
  refusals: ['USER_NOT_FOUND'],
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/private/delete-account',
  access: 'user',
  summary:
    'Deletes the account of the signed-in person, who confirms it by its email. Only what their certificates need stays for some years. Wants a recent session, as adding a passkey does.',
  body: z.object({ email: emailAddress(invalidEmail) }),
  data: z.object({}),
  refusals: [
    'EMAIL_DIFFERS',
    'ADMINISTRATOR_STAYS',
    'EMAIL_CHANGED_LATELY',
    'SIGN_IN_TOO_OLD',
    'USER_NOT_FOUND',
  ],
})

/** Returns why somebody can't delete their account by typing this email, or undefined. */
export function deletionRefusal(
  { email, role }: Pick<User, 'email' | 'role'>,
  typed: string,
): RefusalCode | undefined {
  if (role === 'admin') return 'ADMINISTRATOR_STAYS'
  return comparedEmail(typed) === email ? undefined : 'EMAIL_DIFFERS'
}
