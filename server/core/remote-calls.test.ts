import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { FakeAnswer, HttpFaults } from '#test/http-faults.ts'
import { openFaults } from '#test/http-faults.ts'
import { problemOf } from '#test/problems.ts'
import { closedPort } from '#test/receivers.ts'
import type { RemoteCalls, RemoteRequest } from './remote-calls.ts'
import { contentOf, openRemoteCalls, parseJson, RemoteId } from './remote-calls.ts'
import { AnswerLost, ServiceDown } from './remote-problems.ts'

let address: string
let faults: HttpFaults
let answer: FakeAnswer
let calls: RemoteCalls
const requests: { method: string; type: string; body: string }[] = []
const server = createServer(async (request: IncomingMessage, response) => {
  const { method = '', headers } = request
  requests.push({ method, type: headers['content-type'] ?? '', body: await text(request) })
  await faults.answer(request, response, () => answer)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/things?secret=hush`
  start()
})
afterEach(() => {
  calls.close()
  start()
})
afterAll(() => {
  calls.close()
  server.closeAllConnections()
  server.close()
})

function start() {
  calls = openRemoteCalls('Zoom', { timeoutMs: 1000, failures: 3, firstMs: 60_000 })
  faults = openFaults()
  answer = { status: 200, body: { id: 1 } }
  requests.splice(0)
}

const headers = { authorization: 'Bearer hush' }
const reading = (): RemoteRequest => ({ method: 'GET', address, headers, isWrite: false })
const writing = (): RemoteRequest => ({
  method: 'POST',
  address,
  headers,
  body: { name: 'hush' },
  isWrite: true,
})
const removing = (): RemoteRequest => ({ method: 'DELETE', address, headers, isWrite: true })

test('a body is sent as JSON or as a form', async () => {
  await calls.send(writing())
  await calls.send({ ...writing(), body: new URLSearchParams({ grant: 'a b' }) })
  expect(requests).toEqual([
    { method: 'POST', type: 'application/json', body: '{"name":"hush"}' },
    { method: 'POST', type: 'application/x-www-form-urlencoded', body: 'grant=a+b' },
  ])
})

test.each([204, 302, 400, 404, 429])('an answer of %i is returned as it is', async (status) => {
  answer = { status, headers: { location: 'http://elsewhere.example.com' }, body: status === 204 ? '' : {} }
  expect((await calls.send(writing())).status).toBe(status)
})

test.each([
  ['before', ServiceDown, AnswerLost],
  ['after', ServiceDown, AnswerLost],
  ['silence', ServiceDown, AnswerLost],
  ['hang-up', ServiceDown, AnswerLost],
  ['nonsense', ServiceDown, AnswerLost],
] as const)('fault %s makes a read ServiceDown and a write AnswerLost', async (fault, ofRead, ofWrite) => {
  faults.failNext(fault, 3)
  const problems = await Promise.all([reading(), writing(), removing()].map(failureOf))
  expect(problems[0]).toBeInstanceOf(ofRead)
  expect(problems[1]).toBeInstanceOf(ofWrite)
  expect(problems[2]).toBeInstanceOf(ofWrite)
})

test('a write that cannot connect was certainly not done', async () => {
  const nobody = `http://127.0.0.1:${await closedPort()}/?secret=hush`
  expect(await failureOf({ ...writing(), address: nobody })).toBeInstanceOf(ServiceDown)
})

test('after some failures in a row no call is sent, and the breaker is open', async () => {
  faults.failNext('after', 3)
  for (let time = 0; time < 3; time++) await failureOf(writing())
  expect(calls.state()).toBe('open')
  expect(await failureOf(writing())).toBeInstanceOf(ServiceDown)
  expect(requests).toHaveLength(3)
})

test('refusals from the service do not open the breaker', async () => {
  answer = { status: 400, body: {} }
  for (let time = 0; time < 6; time++) await calls.send(writing())
  expect(calls.state()).toBe('closed')
})

test('keys that are too large for a number arrive as text, and every id can be read as text', async () => {
  answer = {
    status: 200,
    body: '{"key":8325357307900339981,"id":99289110036,"hours":1.5,"name":"12345678901234567890"}',
  }
  const { content, body } = await calls.send(reading())
  expect(content).toEqual({
    key: '8325357307900339981',
    id: 99289110036,
    hours: 1.5,
    name: '12345678901234567890',
  })
  expect(body).toBe(answer.body)
  const Ids = z.object({ key: RemoteId, id: RemoteId })
  expect(contentOf(await calls.send(reading()), Ids)).toEqual({
    key: '8325357307900339981',
    id: '99289110036',
  })
})

test.each([
  [
    '[-8325357307900339981, 9007199254740991, 9007199254740992]',
    ['-8325357307900339981', 9007199254740991, '9007199254740992'],
  ],
  [
    '{"8325357307900339981": "\\"8325357307900339981, \\\\"}',
    { '8325357307900339981': '"8325357307900339981, \\' },
  ],
  [
    '[1e300, 1e3, 0.12345678901234567, 12345678901234567.5e-10, 1e999]',
    ['1e300', 1000, 0.12345678901234566, 1234567.8901234567, Number.POSITIVE_INFINITY],
  ],
  ['8325357307900339981', '8325357307900339981'],
  [`"${'8325357307900339981 '.repeat(100_000)}"`, '8325357307900339981 '.repeat(100_000)],
  ['{8325357307900339981: 1}', undefined],
  ['[08325357307900339981]', undefined],
  ['8325357307900339981 and more', undefined],
])('long numbers of JSON are text, and nothing else changes: case %#', (text, content) => {
  expect(parseJson(text)).toEqual(content)
})

test('an answer of another shape is ServiceDown for a read and AnswerLost for a write', async () => {
  const Shape = z.object({ id: z.string() })
  expect(() => contentOf({ ...answered, content: {} }, Shape)).toThrow('Zoom answered without a proper id')
  for (const [request, kind] of [
    [reading(), ServiceDown],
    [writing(), AnswerLost],
  ] as const) {
    const given = await calls.send(request)
    expect(() => contentOf(given, Shape)).toThrow(kind)
  }
})

const answered = {
  status: 200,
  headers: new Headers(),
  body: '',
  content: undefined,
  senseless: (words: string) => new ServiceDown(`Zoom ${words}`),
}

async function failureOf(request: RemoteRequest) {
  const problem = await problemOf(calls.send(request))
  expect(problem.message).toMatch(/^Zoom /)
  expect(`${problem.stack} ${JSON.stringify(problem)} ${problem.cause}`).not.toContain('hush')
  return problem
}
