import { afterEach, expect, test } from 'vitest'
import { getCertificatePdf } from '#contract/counting/certificates/calls.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { checkEmailExists } from '#contract/people/users/calls.ts'
import { addressOf, call } from './call.ts'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

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

test.each([502, 504])("after a proxy's own answer %i, the portal is looked for", async (status) => {
  const asked: string[] = []
  globalThis.fetch = async (address) => {
    asked.push(String(address))
    return new Response('', { status: asked.length === 1 ? status : 200 })
  }
  await expect(call(checkEmailExists, { query: { email: 'pat@example.com' } })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  })
  expect(asked).toEqual(['/api/check-email-exists?email=pat%40example.com', '/api/ready'])
})
