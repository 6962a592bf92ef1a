import { expect, test } from 'vitest'
import { getCertificatePdf } from '#contract/counting/certificates/calls.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { checkEmailExists } from '#contract/people/users/calls.ts'
import { addressOf } from './call.ts'

test('parameters are encoded into the path', () => {
  expect(addressOf(getCertificatePdf, { params: { code: 'a/../b?c' } })).toBe(
    '/api/public/certificates/a%2F..%2Fb%3Fc/pdf',
  )
})

test('a query is encoded', () => {
  expect(addressOf(checkEmailExists, { query: { email: 'a+b@example.com' } })).toBe(
    '/api/check-email-exists?email=a%2Bb%40example.com',
  )
})

test('an absent parameter is not sent', () => {
  expect(addressOf(getAllEvents, { query: { year: undefined } })).toBe('/api/private/get-all-events')
})
