import { beforeAll, describe, expect, test } from 'vitest'
import { mostJsonBytes } from '#contract/core/endpoint.ts'
import type { TestApp } from '#test/app.ts'
import { atOnce, until } from '#test/app.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import { givenAdministrator, givenPersonUnmailed, preparedApp } from '#test/given.ts'
import { rawClient } from '#test/raw-client.ts'

let token: string
const app = preparedApp()
const limited = preparedApp({ sharing: app, environment: { RATE_LIMIT: 'on' } })
beforeAll(async () => {
  token = (await givenAdministrator(app)).token
})

const all = declaredCalls
const json = 'application/json'

describe('JSON beyond 64 kB is refused before it is parsed by', () => {
  test.each(
    all
      .filter(({ method }) => method !== 'GET')
      .map((each) => [`${each.method} ${each.path}`, each] as const),
  )('%s', async (_, { method, path, fileField, large }) => {
    const most = (fileField === undefined && large?.mostBytes) || mostJsonBytes
    // Parsed, these would be malformed.
    for (const payload of ['[', ' ', '{"a":'].map((text) => text.repeat(most + 1))) {
      expect((await send(app, { method, path, payload })).statusCode).toBe(413)
    }
  })
})

describe('a large body that is allowed has at most as many values as a usual one in', () => {
  test.each(
    all
      .filter(({ large, fileField, access }) => large && fileField === undefined && access !== 'public')
      .map((each) => [`${each.method} ${each.path}`, each] as const),
  )('%s', async (_, { method, path, large }) => {
    const most = large?.mostBytes ?? 0
    for (const payload of ['[', '{},', '1,'].map((text) => `[${text.repeat(most / text.length - 1)}`)) {
      expect((await send(app, { method, path, payload })).statusCode).toBe(413)
    }
    // Inside a text they are letters.
    const letters = `{"text":"\\"${'[,{'.repeat(mostJsonBytes / 2)}"}`
    expect((await send(app, { method, path, payload: letters })).statusCode).toBe(422)
  })
})

const lists = all.filter(({ body, fileField }) => body && fileField && fileField !== 'file')

test.each(lists.map((each) => [`${each.method} ${each.path}`, each] as const))(
  'a list in the form of %s has at most as many values as a usual body',
  async (_, { method, path, fileField = '' }) => {
    for (const [list, status] of [
      ['['.repeat(200_000), 413],
      ['[1, 2', 422],
      [Buffer.from('["\xff"]', 'latin1'), 400],
    ] as const) {
      const payload = new FormData()
      payload.set(fileField, new File([list], 'list.json'))
      expect((await send(app, { method, path, payload })).statusCode).toBe(status)
    }
  },
)

test('one person sends few large bodies in ten minutes, and others are not held up', async () => {
  const [first, second] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  const path = '/private/credit-reviews/own'
  const form = new FormData()
  form.set('file', new File([new Uint8Array(70_000)], 'photo.png'))
  const ask = async (token: string, payload: string | FormData) =>
    (await send(limited, { method: 'POST', path, payload, token })).statusCode
  for (let calls = 0; calls < 20; calls += 1) expect(await ask(first.token, form)).toBe(422)
  expect(await ask(first.token, form)).toBe(429)
  expect(await ask(first.token, '{}')).toBe(422)
  expect(await ask(second.token, form)).toBe(422)
})

test('one person whose files never end keeps no others from sending theirs', async () => {
  const [slow, other] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  const path = '/private/credit-reviews/own'
  const head = [
    `POST /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow.token}`,
    'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
  ].join('\r\n')
  const address = await limited.listen()
  const stalled = await atOnce(20, () => rawClient(address, head))
  await until(async () => stalled.every((client) => client.said().includes('HTTP/1.1')))
  const form = new FormData()
  form.set('file', new File(['photo'], 'photo.png'))
  const answers = await atOnce(4, () =>
    send(limited, { method: 'POST', path, payload: form, token: other.token }),
  )
  for (const { socket } of stalled) socket.destroy()
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422])
})

test.each(lists.map((each) => [`${each.method} ${each.path}`, each] as const))(
  'the texts in the form of %s have together at most as many values as a usual body',
  async (_, { method, path }) => {
    const payload = new FormData()
    for (let field = 0; field < 10; field += 1) payload.set(`text${field}`, '['.repeat(60_000))
    expect((await send(app, { method, path, payload })).statusCode).toBe(413)
  },
)

interface Sent {
  method: (typeof all)[number]['method']
  path: string
  payload: string | FormData
  token?: string
}

function send(to: TestApp, { method, path, payload, token: by = token }: Sent) {
  return to.request({
    method,
    url: `/api${path.replaceAll(/:\w+/g, '1')}`,
    payload: payload as never,
    headers: {
      authorization: `Bearer ${by}`,
      ...(typeof payload === 'string' && { 'content-type': json }),
    },
  })
}
