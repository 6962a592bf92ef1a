import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress } from '#contract/core/fields.ts'

/** The names of the two downloads. */
export const accountFile = {
  json: 'ia-renewal-portal-data.json',
  html: 'ia-renewal-portal-data.html',
} as const

// The download reads everything stored about a person, over years.
const dataLimit = { perAddress: 60, perPerson: 10 }

export const getAccountData = endpoint({
  route: 'GET /private/account-data/json',
  access: 'user',
  summary: 'Returns everything stored about the signed-in person as JSON.',
  file: 'application/json',
  limit: dataLimit,
  refusals: ['USER_NOT_FOUND'],
})

export const getAccountPage = endpoint({
  route: 'GET /private/account-data/html',
  access: 'user',
  summary: 'Returns everything stored about the signed-in person as one HTML page.',
  file: 'text/html',
  limit: dataLimit,
  refusals: ['USER_NOT_FOUND'],
})

export const deleteAccount = endpoint({
  route: 'POST /private/delete-account',
  access: 'user',
  summary:
    'Deletes the account of the signed-in person, who confirms it by typing the email. Data of certificates stays for some years. Requires a recent sign-in or proof.',
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
