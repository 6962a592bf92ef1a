import { endpoint } from './endpoint.ts'

/** What the two files are saved as. */
export const accountFile = {
  json: 'ia-renewal-portal-data.json',
  html: 'ia-renewal-portal-data.html',
} as const

export const getAccountData = endpoint({
  method: 'GET',
  path: '/private/account-data/json',
  access: 'user',
  summary: 'Everything that is kept about the signed-in person, for programs.',
  file: 'application/json',
})

export const getAccountPage = endpoint({
  method: 'GET',
  path: '/private/account-data/html',
  access: 'user',
  summary: 'The same for people: one page that needs nothing else.',
  file: 'text/html',
})
