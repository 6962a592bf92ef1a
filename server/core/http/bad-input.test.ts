import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, Failure } from '#contract/core/endpoint.ts'
import { refusals } from '#contract/core/refusals.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import { givenAdministrator, preparedApp } from '#test/given.ts'

let token: string
const app = preparedApp()
beforeAll(async () => {
  token = (await givenAdministrator(app)).token
})

const all = declaredCalls
const named = (endpoint: Endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const
const withBody = all.filter(({ body }) => body).map(named)
const withFields = all.filter(({ body, query }) => body || query).map(named)

const json = 'application/json'
/** No job's id and no link's code: body and query are checked only after the address. */
const nothing = '00000000-0000-4000-8000-000000000000'
/** The lists that may be empty. */
const emptyLists = [
  'ending',
  'slots',
  'removed',
  'neededMinutes',
  'hourNumbers',
  'byDay',
  'networks',
  'columns',
  'answers',
  'registration',
  'evaluation',
]
const nested = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`

type Body = [payload: string, type: string, code: string]

describe('a body that is not a JSON object is refused by', () => {
  test.each(withBody)('%s', async (_, endpoint) => {
    await expectRefused(endpoint, [
      ['{', json, 'MALFORMED'],
      ['[]', json, 'MALFORMED'],
      ['{}', 'text/plain', 'WRONG_MEDIA_TYPE'],
      ['--x\r\n', 'multipart/form-data; boundary=x', endpoint.fileField ? 'MALFORMED' : 'WRONG_MEDIA_TYPE'],
      [JSON.stringify({ name: 'x'.repeat(1_000_000) }), json, 'TOO_LARGE'],
    ])
  })

  // All calls share the reader of JSON. Those of one kind accept the same media types.
  const kinds = new Map(withBody.map((call) => [`${call[1].fileField} ${Boolean(call[1].large)}`, call]))
  test.each([...kinds.values()])('%s in every form', async (_, endpoint) => {
    await expectRefused(endpoint, [
      ['{"email":', json, 'MALFORMED'],
      ["{'email': 1}", json, 'MALFORMED'],
      ['[{}]', json, 'MALFORMED'],
      ['"text"', json, 'MALFORMED'],
      ['null', json, 'MALFORMED'],
      ['1e999', json, 'MALFORMED'],
      ['', json, 'MALFORMED'],
      ['{"__proto__": {"role": "admin"}}', json, 'MALFORMED'],
      ['{"constructor": {"prototype": {"role": "admin"}}}', json, 'MALFORMED'],
      ['{}', 'text/html', 'WRONG_MEDIA_TYPE'],
      ['a=b', 'application/x-www-form-urlencoded', 'WRONG_MEDIA_TYPE'],
      ['<a/>', 'application/xml', 'WRONG_MEDIA_TYPE'],
      ['{}', 'nonsense', 'WRONG_MEDIA_TYPE'],
      [nested.slice(0, 40_000), json, 'MALFORMED'],
    ])
  })

  async function expectRefused(endpoint: Endpoint, bodies: Body[]) {
    for (const [payload, type, code] of bodies) {
      const { failure } = await refused(endpoint, { payload, type })
      expect([payload.slice(0, 60), type, failure.code]).toEqual([payload.slice(0, 60), type, code])
    }
  }
})

describe('a wrong value is refused with the name of its field by', () => {
  test.each(withFields)('%s', async (_, endpoint) => {
    for (const field of fieldsOf(endpoint.body)) {
      const wrongs = [
        { deep: { er: [] } },
        [],
        ['a', 'b'],
        [[[[]]]],
        '\u0000',
        '\ud800',
        Number.MAX_VALUE,
        -1.5,
      ]
      for (const wrong of wrongs) {
        // These are only compared, so other text is merely wrong.
        if (typeof wrong === 'string' && ['authToken', 'code', 'password'].includes(field)) continue
        // An empty list is a valid answer for these.
        if (Array.isArray(wrong) && wrong.length === 0 && emptyLists.includes(field)) continue
        const { status, failure } = await refused(endpoint, { payload: JSON.stringify({ [field]: wrong }) })
        // A field with parts may name the part: 'action.kind'.
        const named = Object.keys(failure.fields ?? {}).map((name) => name.split('.')[0])
        expect([field, wrong, status, named]).toEqual([field, wrong, 422, expect.arrayContaining([field])])
      }
    }
    for (const field of fieldsOf(endpoint.query)) {
      for (const wrong of [`${field}=a&${field}=b`, `${field}=%00`, `${field}=${'x'.repeat(5_000)}`]) {
        const { status, failure } = await refused(endpoint, { query: wrong })
        expect([wrong, status, Object.keys(failure.fields ?? {})]).toEqual([
          wrong,
          422,
          expect.arrayContaining([field]),
        ])
      }
    }
  })
})

describe('no value in the query causes a bug in', () => {
  test.each(all.filter(({ query }) => query).map(named))('%s', async (_, endpoint) => {
    const values = [
      '',
      '%',
      '%zz',
      '%ff%fe',
      '%ed%a0%80',
      '%F0%9F%91%A9',
      '-1',
      '1.5',
      '1e9',
      '99999999999',
      "'",
    ]
    for (const field of [...fieldsOf(endpoint.query), '__proto__', 'constructor', 'a[b]']) {
      for (const value of values) {
        const answer = await send(endpoint, { query: `${field}=${value}` })
        expect([field, value, answer.statusCode]).toEqual([
          field,
          value,
          expect.toBeOneOf([200, 303, 404, 422]),
        ])
      }
    }
  })
})

test.each<[string, string, number]>([
  ['GET', '/api', 404],
  ['GET', '/api/', 404],
  ['GET', '/api/nothing', 404],
  ['POST', '/api/private/nothing', 404],
  ['GET', '/api/private/get-profile/', 404],
  ['GET', '/api/private/sign-out', 404],
  ['PATCH', '/api/private/update-profile', 404],
  ['DELETE', '/api/health', 404],
  ['PROPFIND', '/api/health', 404],
  ['OPTIONS', '/api/health', 404],
  ['GET', '/api/%', 400],
  ['GET', '/api/%E0%A4%A', 400],
  ['GET', '/api/public/certificates/%ff', 400],
  ['GET', '/api/public/certificates/%00', 422],
  ['GET', '/api/public/certificates/..%2f..%2fpackage.json', 422],
  ['GET', `/api/public/certificates/${'a'.repeat(150)}`, 422],
  ['GET', `/api/public/certificates/${'a'.repeat(500)}`, 400],
  ['GET', '/api/files/..%2f..%2fpackage.json', 404],
  ['GET', '/assets/nothing.js', 404],
  ['POST', '/login', 404],
])('%s %s is refused in the error envelope', async (method, url, status) => {
  const answer = await app.request({ method: method as 'GET', url })
  expectFailure(answer)
  expect(answer.statusCode).toBe(status)
})

test('input that is not HTTP, and an endless address, are refused in the error envelope, too', async () => {
  const address = await listening()
  const unreadable = await rawly(address, 'NONSENSE\r\n\r\n')
  expect(unreadable).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(bodyOf(unreadable))).toMatchObject({ error: true, code: 'MALFORMED' })
  const endless = await rawly(address, `GET /api/health?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(JSON.parse(bodyOf(endless))).toMatchObject({ error: true, code: 'TOO_LARGE' })
})

test('bytes that are not valid text are refused, however they arrive', async () => {
  const address = await listening()
  const body = (name: string) => `{"name": "${name}", "email": "pat@example.com", "message": "Hello"}`
  const sent = async (bytes: Buffer, headers: string) =>
    rawly(
      address,
      Buffer.concat([
        Buffer.from(
          `POST /api/public/contact-support HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`,
        ),
        bytes,
      ]),
    )
  const chunked = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])
  for (const [encoding, status] of [
    ['utf8', 200],
    ['latin1', 400],
  ] as const) {
    const bytes = Buffer.from(body('Söhne'), encoding)
    expect(await sent(bytes, `Content-Length: ${bytes.length}`)).toContain(`HTTP/1.1 ${status} `)
    expect(await sent(chunked(bytes), 'Transfer-Encoding: chunked')).toContain(`HTTP/1.1 ${status} `)
  }
})

interface Sent {
  payload?: string | undefined
  type?: string | undefined
  query?: string
}

function send({ method, path }: Endpoint, { payload, type = json, query }: Sent) {
  const address = path
    .replace(':jobId', nothing)
    .replace(':importId', nothing)
    .replace(':reportId', '1')
    .replace(':registrationId/:code', `1/${nothing}`)
    .replace(/:\w+/, 'nothing')
  return app.request({
    method,
    url: `/api${address}${query === undefined ? '' : `?${query}`}`,
    headers: { authorization: `Bearer ${token}`, ...(payload !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
}

async function refused(endpoint: Endpoint, sent: Sent) {
  const answer = await send(endpoint, sent)
  return { status: answer.statusCode, failure: expectFailure(answer) }
}

/** Expects the envelope of api.md without internal details. */
function expectFailure(answer: Awaited<ReturnType<typeof send>>): Failure {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const failure = answer.json() as Failure
  expect(failure).toEqual({
    error: true,
    code: expect.toBeOneOf(Object.keys(refusals)),
    message: expect.stringMatching(/\S/),
    requestId: answer.headers['x-request-id'],
    ...(failure.fields && { fields: expect.any(Object) }),
  })
  expect(failure.requestId).toMatch(/^[\w-]{8}-\d+$/)
  expect(answer.statusCode).toBe(refusals[failure.code].status)
  expect(answer.body).not.toMatch(
    /node_modules|\.ts\b|\bat \w+ \(|\bselect .* from\b|insert into|pg_|FST_|Zod|\bundefined\b/,
  )
  for (const said of Object.values({ ...failure.fields, message: failure.message }))
    expect(said).not.toMatch(/Invalid input|Too big|Too small|expected/)
  return failure
}

function fieldsOf(schema: Endpoint['body']) {
  const { shape } = (schema as { _zod: { def: { shape?: object } } } | undefined)?._zod.def ?? {}
  return Object.keys(shape ?? {})
}

let address: Promise<{ host: string; port: number }> | undefined
function listening() {
  address ??= app.listen()
  return address
}

function rawly(address: { host: string; port: number }, sent: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(address, () => socket.write(sent))
    socket.setEncoding('utf8').on('data', (part) => {
      said += part
    })
    socket.on('close', () => resolve(said)).on('error', reject)
  })
}

function bodyOf(answer: string) {
  return answer.split('\r\n\r\n')[1] ?? ''
}
