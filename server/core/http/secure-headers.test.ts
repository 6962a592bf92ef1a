import { describe, expect, test } from 'vitest'
import { givenPersonUnmailed, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const secure = preparedApp({
  sharing: app,
  works: false,
  environment: { PUBLIC_URL: 'https://portal.example.com' },
})

const paths = [
  '/',
  '/login',
  '/api/health',
  '/api/private/get-profile',
  '/api/nothing',
  '/api/%',
  '/api/openapi.json',
  '/api/docs',
  '/assets/nothing.js',
]

describe.each(paths)('%s', (url) => {
  test('runs only our own scripts, and cannot be framed', async () => {
    const policy = policyOf((await app.request({ url })).headers['content-security-policy'])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
  })

  test('forbids content sniffing, and sends no referrer', async () => {
    const { headers } = await app.request({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'SAMEORIGIN',
      'x-request-id': expect.stringMatching(/^[\w-]{8}-\d+$/),
    })
    expect(Object.keys(headers)).not.toContain('x-powered-by')
    expect(Object.keys(headers)).not.toContain('server')
  })

  test('sends Strict-Transport-Security only if the portal is reached over HTTPS', async () => {
    expect((await app.request({ url })).headers['strict-transport-security']).toBeUndefined()
    const { headers } = await secure.request({ url })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

test('answers to a signed-in person are not cached', async () => {
  const { token } = await givenPersonUnmailed(app)
  const answer = await app.request({
    url: '/api/private/get-profile',
    headers: { authorization: `Bearer ${token}` },
  })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
})

function policyOf(header: unknown): Map<string, string[]> {
  return new Map(
    String(header)
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  )
}
