import { createHash, createPublicKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { setAutomation } from '#contract/automations/calls.ts'
import { getCertificateCredential } from '#contract/certificates/calls.ts'
import { jobHandlers } from '#server/app.ts'
import type { Person } from '#test/given.ts'
import { givenCredit } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()
let person: Person
beforeEach(async () => {
  person = await held.givenRegistered()
})

// The verifier below shares no code with the portal: Node's crypto and zlib, and what the portal publishes.

const get = async (url: string) => {
  const { statusCode, headers, body } = await held.app.request({ url })
  return { status: statusCode, headers, body }
}

interface Verified {
  header: { alg: string; typ: string; kid: string }
  // biome-ignore lint/suspicious/noExplicitAny: whatever was signed
  payload: any
}

async function verified(jws: string): Promise<Verified> {
  const [head = '', body = '', signature = ''] = jws.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const header = read(head)
  const document = JSON.parse((await get('/.well-known/did.json')).body)
  const method = document.verificationMethod.find(({ id }: { id: string }) => id === header.kid)
  expect(document.assertionMethod).toContain(header.kid)
  const key = createPublicKey({ key: method.publicKeyJwk, format: 'jwk' })
  const isSigned = verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw new Error('The signature is wrong')
  const payload = read(body)
  expect(payload.iss).toBe(document.id)
  return { header, payload }
}

/** Tells whether a credential is revoked, by its own status list. */
async function isRevoked({ payload }: Verified): Promise<boolean> {
  const { statusListCredential, statusListIndex } = payload.credentialStatus
  const list = await get(new URL(statusListCredential).pathname)
  expect(list.headers['cache-control']).toBe('public, max-age=30')
  const { payload: status } = await verified(list.body)
  expect(status.id).toBe(statusListCredential)
  const { encodedList } = status.credentialSubject
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  expect([encodedList[0], bits.length * 8]).toEqual(['u', 131_072])
  const index = Number(statusListIndex)
  return (((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1
}

const download = (code: string) =>
  get(`/api${getCertificateCredential.path.replace(':code', encodeURIComponent(code))}`)

async function credential(code: string): Promise<Verified> {
  return verified((await download(code)).body)
}

const credit = async (hours: number, reason?: string) =>
  givenCredit(held.app, held.administrator, await held.idOf(person), hours, reason)

async function codeOf(): Promise<string> {
  const { rows } = await held.app.services.pool.query(
    'select certificate_code from registrations where registration_id = $1',
    [await held.idOf(person)],
  )
  return rows[0].certificate_code
}

describe('a credential', () => {
  test('is an Open Badge that says whose hours they are without the email, and verifies by the published key', async () => {
    const code = await credit(4)
    const { status, headers, body } = await download(code)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/plain',
      expect.stringMatching(/filename="certificate-IA\d{4}-\d{6}\.jwt"/),
    ])
    const { header, payload } = await verified(body)
    expect(header).toMatchObject({
      alg: 'RS256',
      typ: 'JWT',
      kid: expect.stringMatching(/^did:web:localhost%3A\d+#/),
    })
    expect(payload).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      jti: payload.id,
      nbf: Math.floor(Date.parse(payload.validFrom) / 1000),
      credentialSubject: { creditsEarned: 4, achievement: { name: 'Piston IA Renewal Series 2027' } },
      evidence: [{ narrative: '4 hours, confirmed by an administrator.' }],
    })
    const [identity] = payload.credentialSubject.identifier
    const hash = createHash('sha256')
      .update(person.email + identity.salt)
      .digest('hex')
    expect(identity).toMatchObject({
      hashed: true,
      identityType: 'emailAddress',
      identityHash: `sha256$${hash}`,
    })
    expect(JSON.stringify(payload)).not.toContain(person.email)
    expect((await download(code)).body).toBe(body)
  })

  test('has the hours of each day and the version of the rule as evidence', async () => {
    const body = { eventId: held.event.eventId, mode: 'credit' as const }
    await held.app.call(setAutomation, { body }, held.administrator.token)
    await held.upload(held.row(person.email, '08:00', '11:10'))
    const { payload } = await credential(await codeOf())
    expect(payload.credentialSubject.creditsEarned).toBe(3)
    expect(payload.evidence).toMatchObject([
      { narrative: expect.stringMatching(/^3 of 4 hours, by the rule hours-1\/\d{4}\.\d+\.$/) },
    ])
    expect(payload.credentialSubject.achievement.criteria.narrative).toMatch(/by the rule hours-1/)
  })

  test('with one changed letter does not verify', async () => {
    const { body } = await download(await credit(4))
    const [head = '', payload = '', signature = ''] = body.split('.')
    const changed = JSON.parse(Buffer.from(payload, 'base64url').toString())
    changed.credentialSubject.creditsEarned = 8
    const forged = Buffer.from(JSON.stringify(changed)).toString('base64url')
    await expect(verified(`${head}.${forged}.${signature}`)).rejects.toThrow('The signature is wrong')
  })

  test('is revoked at once by a withdrawal, and by a newer issue, which is not', async () => {
    const code = await credit(4)
    const first = await credential(code)
    expect(await isRevoked(first)).toBe(false)
    await credit(3)
    const second = await credential(code)
    expect([second.payload.id === first.payload.id, await isRevoked(first), await isRevoked(second)]).toEqual(
      [false, true, false],
    )
    await credit(0)
    expect(await isRevoked(second)).toBe(true)
    expect(JSON.parse((await download(code)).body).code).toBe('CERTIFICATE_WITHDRAWN')
    expect(JSON.parse((await download('nobody-has-this-code')).body).code).toBe('CERTIFICATE_NOT_FOUND')
    await credit(3)
    expect(await isRevoked(await credential(code))).toBe(false)
  })

  test('of a certificate from before is signed by a job', async () => {
    const code = await credit(4)
    await held.app.services.pool.query('delete from certificate_credentials')
    expect(JSON.parse((await download(code)).body).code).toBe('CERTIFICATE_NOT_FOUND')
    await jobHandlers(held.app.services)['sign-certificates']({}, { isLast: true })
    expect((await credential(code)).payload.credentialSubject.creditsEarned).toBe(4)
  })
})

test('a key signs for a year; then a new one does, and what the old one signed still verifies', async () => {
  const old = await download(await credit(4))
  const { header } = await verified(old.body)
  const rotate = () => jobHandlers(held.app.services)['sign-certificates']({}, { isLast: true })
  const signer = async () => (await verified((await get('/api/public/credential-status/0')).body)).header.kid
  await rotate()
  expect(await signer()).toBe(header.kid)
  held.app.pass({ minutes: 365 * 24 * 60 })
  await rotate()
  await rotate()
  expect(await signer()).not.toBe(header.kid)
  expect((await verified(old.body)).header).toEqual(header)
  const { rows } = await held.app.services.pool.query('select count(*)::int as keys from signing_keys')
  expect(rows[0].keys).toBe(2)
  const published = (await get('/.well-known/did.json')).body
  expect(published).not.toMatch(/"(?:d|p|q|dp|dq|qi)":/)
})
