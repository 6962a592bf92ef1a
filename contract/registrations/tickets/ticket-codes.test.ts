import type { JWK } from 'jose'
import { compactVerify, exportJWK, generateKeyPair } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { readTicket, ticketAlgorithm, writeTicket } from './ticket-codes.ts'

interface Keys {
  keyId: number
  publicJwk: JWK
  privateJwk: JWK
}
let keys: Keys
let others: Keys
beforeAll(async () => {
  keys = await makeKeys(1)
  others = await makeKeys(1)
})

const claim = { registrationId: 4711, number: 2 }

test('a ticket tells its registration to whoever has the public key', async () => {
  const ticket = await writeTicket(claim, keys)
  expect(await readTicket(` ${ticket}\n`, [keys])).toEqual(claim)
  expect(ticket.length).toBeLessThan(200)
})

test('a ticket is a compact JWS, which any library verifies', async () => {
  const { payload, protectedHeader } = await compactVerify(await writeTicket(claim, keys), keys.publicJwk)
  expect(new TextDecoder().decode(payload)).toBe('4711.2')
  expect(protectedHeader).toEqual({ alg: ticketAlgorithm, kid: '1' })
})

test('a ticket with another claim, of another key or of an unknown one is none', async () => {
  const [header, , signature] = (await writeTicket(claim, keys)).split('.')
  const payload = Buffer.from('4712.2').toString('base64url')
  expect(await readTicket([header, payload, signature].join('.'), [keys])).toBeUndefined()
  expect(await readTicket(await writeTicket(claim, others), [keys])).toBeUndefined()
  expect(await readTicket(await writeTicket(claim, { ...keys, keyId: 2 }), [keys])).toBeUndefined()
})

test.each(['', 'https://example.com/ticket', '4711', 'a.b.c', 'IA1.AAAA'])(
  'anything else that was scanned is no ticket: %j',
  async (text) => expect(await readTicket(text, [keys])).toBeUndefined(),
)

async function makeKeys(keyId: number): Promise<Keys> {
  const { publicKey, privateKey } = await generateKeyPair(ticketAlgorithm, { extractable: true })
  return { keyId, publicJwk: await exportJWK(publicKey), privateJwk: await exportJWK(privateKey) }
}
