import fastify from 'fastify'
import { expect, test } from 'vitest'
import { endpoint } from '#contract/core/endpoint.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { Refusal } from './refusal.ts'
import { serveFile } from './serve.ts'

const getSlots = endpoint({
  route: 'GET /slots',
  access: 'public',
  summary: 'The slots of an event that is open.',
  file: 'text/plain',
  refusals: ['EVENT_CLOSED'],
})

test.each<[string, RefusalCode, string[]]>([
  ['a refusal that the endpoint declares is not', 'EVENT_CLOSED', []],
  ['a refusal that every endpoint has is not', 'NOT_READY', []],
  ['an undeclared refusal is', 'SLOT_CLOSED', ['GET /slots does not declare SLOT_CLOSED']],
])('%s reported', async (_, code, reported) => {
  const app = fastify()
  const undeclared: string[] = []
  const onUndeclared = (words: string) => void undeclared.push(words)
  serveFile({ app, findCaller: () => undefined, limits: undefined, onUndeclared }, getSlots, () => {
    throw new Refusal(code)
  })
  await app.inject({ url: '/api/slots' })
  expect(undeclared).toEqual(reported)
  await app.close()
})
