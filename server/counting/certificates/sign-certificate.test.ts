import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { seasonOfDay } from '#contract/core/season.ts'
import {
  getCertificate,
  getCertificateCredential,
  getCertificatePdf,
  getCredentialStatus,
  getYearCertificates,
} from '#contract/counting/certificates/calls.ts'
import { getAccountData } from '#contract/office/accounts/calls.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { jobHandlers } from '#server/nouns.ts'
import { expireRegistrations } from '#server/registrations/registrations/jobs.ts'
import { atOnce, startApp } from '#test/app.ts'
import { noPollsAsked } from '#test/attendance-uploads.ts'
import { attachmentsOf } from '#test/certificates.ts'
import * as schemas from '#test/credential-schemas.ts'
import type { Fetch } from '#test/credential-verifier.ts'
import { decoded, verifyCredential } from '#test/credential-verifier.ts'
import type { Person } from '#test/given.ts'
import { givenCredit, givenRegistration, givenSession } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()
let person: Person
beforeEach(async () => {
  // Some tests move the clock by years.
  held.administrator.token = await givenSession(held.app, held.administrator.userId)
  person = await held.givenRegistered()
})

const get = async (url: string, token?: string) => {
  const { statusCode, headers, body, rawPayload } = await held.app.request({
    url,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
  return { status: statusCode, headers, body, bytes: new Uint8Array(rawPayload) }
}

const pathOf = ({ path }: { path: string }, code: string) => `/api${path}`.replace(':code', code)
const download = (code: string) => get(pathOf(getCertificateCredential, code))
const credential = async (code: string) => (await download(code)).body
const pdfOf = async (code: string) => (await get(pathOf(getCertificatePdf, code))).bytes

const now = () => held.app.services.clock()
const fetchNow: Fetch = (url) => get(new URL(url).pathname)
const verdictOn = (jwt: string, fetch = fetchNow) => verifyCredential(jwt, fetch, now())

/** Fetches as through a proxy that caches answers as long as their headers allow. */
function openCache(): Fetch {
  const kept = new Map<string, { until: number; answer: Awaited<ReturnType<typeof get>> }>()
  return async (url) => {
    const known = kept.get(url)
    if (known && now().getTime() < known.until) return known.answer
    const answer = await get(new URL(url).pathname)
    const seconds = Number(/max-age=(\d+)/.exec(String(answer.headers['cache-control']))?.[1] ?? 0)
    kept.set(url, { until: now().getTime() + seconds * 1000, answer })
    return answer
  }
}

const credit = async (hours: number, reason?: string) =>
  givenCredit(held.app, held.administrator, await held.idOf(person), hours, reason)

async function codeOf() {
  const rows = await held.app.query('select certificate_code from registrations where registration_id = $1', [
    await held.idOf(person),
  ])
  return rows[0].certificate_code
}

const runJob = () => jobHandlers(held.app.services)['sign-certificates']({}, { isLast: true })
const published = async () => JSON.parse((await get('/.well-known/did.json')).body)
const listOf = async (jwt: string) =>
  (await fetchNow(decoded(jwt).claims.credentialStatus.statusListCredential)).body

/** Passes the time that a process caches a signed list. */
const listEnds = () => held.app.pass({ minutes: 0.5 })

describe('a status list', () => {
  const listAt = (list: number) => get(`/api${getCredentialStatus.path}`.replace(':list', String(list)))

  test('says nothing about certificates to come, from the first day on', async () => {
    await credit(4)
    await held.app.query('alter table certificates disable trigger append_only')
    await held.app.query('update certificates set issued_at = $1', [now()])
    listEnds()
    const { encodedList } = decoded((await listAt(0)).body).claims.credentialSubject
    const bits = [...gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))]
    const set = bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
    const rows = await held.app.query('select count(*)::int from certificates')
    expect(set).toBeLessThan(rows[0].count)
    await held.app.query('alter table certificates enable trigger append_only')
  })

  test('is signed once in half a minute, however many people ask for it', async () => {
    await credit(4)
    listEnds()
    const asked = await atOnce(20, () => listAt(0))
    held.app.pass({ minutes: 29 / 60 })
    asked.push(await listAt(0))
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1)
    held.app.pass({ minutes: 1 / 60 })
    expect((await listAt(0)).body).not.toBe(asked[0]?.body)
  })

  test('beyond the newest certificate is not there', async () => {
    await credit(4)
    expect([(await listAt(1)).status, (await listAt(16_383)).status]).toEqual([404, 404])
  })
})

describe('a credential', () => {
  test('is an Open Badge that says whose hours they are without the email, and verifies by the published key', async () => {
    const code = await credit(4)
    const { status, headers, body } = await download(code)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/vc+jwt',
      expect.stringMatching(/filename="certificate-IA\d{4}-\d{6}\.jwt"/),
    ])
    expect(await verdictOn(body)).toBe('valid')
    const { claims } = decoded(body)
    expect(claims).toMatchObject({
      credentialSubject: { creditsEarned: 4, achievement: { name: 'Piston IA Renewal Series 2027' } },
      evidence: [{ narrative: '4 hours, confirmed by an administrator.' }],
    })
    const [identity, printed] = claims.credentialSubject.identifier
    const hash = createHash('sha256')
      .update(person.email + identity.salt)
      .digest('hex')
    expect(identity.identityHash).toBe(`sha256$${hash}`)
    expect(JSON.stringify(claims)).not.toContain(person.email)
    const { name } = await held.app.dataOf(getCertificate, { params: { code } })
    expect(printed).toEqual({
      type: 'IdentityObject',
      hashed: false,
      identityHash: name,
      identityType: 'name',
    })
    expect((await download(code)).body).toBe(body)
  })

  test('keeps the name of its issue after the person has changed theirs, and a new issue has the new one', async () => {
    const named = async (name: string) =>
      held.app.services.pool.query('update users set first_name = $1, last_name = $2 where user_id = $3', [
        ...name.split(' '),
        person.userId,
      ])
    const nameIn = (jwt: string) => decoded(jwt).claims.credentialSubject.identifier[1].identityHash
    await named('Zoë O’Brien')
    const code = await credit(4)
    const old = await credential(code)
    await named('Pat Example')
    expect([nameIn(old), nameIn(await credential(code))]).toEqual(['Zoë O’Brien', 'Zoë O’Brien'])
    await credit(3)
    expect([nameIn(old), nameIn(await credential(code))]).toEqual(['Zoë O’Brien', 'Pat Example'])
    expect(await verdictOn(await credential(code))).toBe('valid')
  })

  test('whose printed name was changed does not verify', async () => {
    const jwt = await credential(await credit(4))
    const [header, claims, signature] = jwt.split('.') as [string, string, string]
    const text = Buffer.from(claims, 'base64url').toString()
    const [, printed] = decoded(jwt).claims.credentialSubject.identifier
    const forged = Buffer.from(text.replace(printed.identityHash, 'Somebody Else')).toString('base64url')
    expect(await verdictOn([header, forged, signature].join('.'))).toBe('the signature is wrong')
  })

  test('has the hours of each day and the version of the rule as evidence', async () => {
    const body = { eventId: held.event.eventId, mode: 'credit' as const }
    await held.app.send(setAutomation, body, held.administrator)
    await noPollsAsked(held.app, held.slot, held.on)
    await held.upload(held.row(person.email, '08:00', '11:10'))
    const jwt = await credential(await codeOf())
    expect(violations(schemas.openBadge, decoded(jwt).claims)).toEqual([])
    const { credentialSubject, evidence } = decoded(jwt).claims
    expect(credentialSubject.creditsEarned).toBe(3)
    expect(evidence).toMatchObject([
      { narrative: expect.stringMatching(/^3 hours, by the rule hours-2\/\d{4}\.\d+\.$/) },
    ])
    expect(credentialSubject.achievement.criteria.narrative).toMatch(/by the rule hours-2/)
  })

  test('and its status list and keys are as the standards say', async () => {
    const jwt = await credential(await credit(4))
    const list = await listOf(jwt)
    expect(violations(schemas.openBadge, decoded(jwt).claims)).toEqual([])
    expect(violations(schemas.statusList, decoded(list).claims)).toEqual([])
    for (const signed of [jwt, list]) expect(violations(schemas.header, decoded(signed).header)).toEqual([])
    const document = await published()
    expect(violations(schemas.didDocument, document)).toEqual([])
    const { kid } = decoded(jwt).header
    expect(document.verificationMethod.map(({ id }: { id: string }) => id)).toContain(kid)
  })

  test('of a certificate from before is signed by a job; until then the page and the PDF have none', async () => {
    const code = await credit(4)
    const offered = async () => (await held.app.dataOf(getCertificate, { params: { code } })).hasCredential
    expect(await offered()).toBe(true)
    await held.app.query('delete from certificate_credentials')
    expect(JSON.parse(await credential(code)).code).toBe('CERTIFICATE_NOT_FOUND')
    expect([await offered(), await attachmentsOf(await pdfOf(code))]).toEqual([false, []])
    await runJob()
    expect(await verdictOn(await credential(code))).toBe('valid')
  })
})

function violations(schema: object, value: unknown): unknown[] {
  const ajv = new Ajv2020({ allErrors: true })
  ajv.validate(schema, value)
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('the PDF of a certificate', () => {
  test('contains its credential as a file', async () => {
    const code = await credit(4)
    const { serial } = await held.app.dataOf(getCertificate, { params: { code } })
    const description = `The signed credential of certificate ${serial} (Open Badges 3.0, VC-JWT)`
    const content = await credential(code)
    expect(await attachmentsOf(await pdfOf(code))).toEqual([
      { filename: `certificate-${serial}.jwt`, description, content },
    ])
    expect(Buffer.compare(await pdfOf(code), await pdfOf(code))).toBe(0)
  })

  test('of a year contains one for each of its pages', async () => {
    const codes = [await credit(4)]
    const by = held.administrator
    const registrationId = await givenRegistration(held.app, person, await held.givenHeldEvent(), { by })
    codes.push(await givenCredit(held.app, by, registrationId, 2))
    const path = `/api${getYearCertificates.path}`.replace(':season', String(seasonOfDay(held.on)))
    const files = await attachmentsOf((await get(path, person.token)).bytes)
    expect(files.map(({ content }) => content).sort()).toEqual(
      (await Promise.all(codes.map(credential))).sort(),
    )
  })
})

test('a credential of an earlier version, with the key in its header, verifies', async () => {
  const { header, claims } = decoded(await credential(await credit(4)))
  const rows = await held.app.query('select private_jwk from signing_keys order by created_at desc limit 1')
  const key = createPrivateKey({ key: rows[0].private_jwk, format: 'jwk' })
  const jwk = createPublicKey(key).export({ format: 'jwk' })
  const signed = [{ ...header, jwk }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url')
  expect(await verdictOn(`${signed}.${signature}`)).toBe('valid')
})

describe('a forged credential does not verify', () => {
  const forger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  type Parts = ReturnType<typeof decoded>

  test.each<[what: string, forge: (parts: Parts) => Partial<Parts>, reason: string]>([
    ['with more hours', ({ claims }) => ({ claims: withHours(claims, 8) }), 'the signature is wrong'],
    [
      'with a key in its own header',
      ({ header }) => ({ header: { ...header, jwk: forger.publicKey.export({ format: 'jwk' }) } }),
      'the signature is wrong',
    ],
    [
      'without an algorithm',
      ({ header }) => ({ header: { ...header, alg: 'none' } }),
      'the algorithm is not RS256',
    ],
    [
      'by an unpublished key of the portal',
      ({ header, claims }) => ({ header: { ...header, kid: `${claims.iss}#other` } }),
      'the issuer does not publish the key',
    ],
    [
      'by a key of somebody else',
      ({ header }) => ({ header: { ...header, kid: 'did:web:example.com#key' } }),
      'the key is not the issuer’s',
    ],
  ])('%s', async (_, forge, reason) => {
    const parts = decoded(await credential(await credit(4)))
    const forged = { ...parts, ...forge(parts) }
    const [header, claims] = [forged.header, forged.claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), forger.privateKey)
    expect(await verdictOn(`${header}.${claims}.${signature.toString('base64url')}`)).toBe(reason)
  })

  function withHours(claims: Parts['claims'], creditsEarned: number) {
    return { ...claims, credentialSubject: { ...claims.credentialSubject, creditsEarned } }
  }
})

describe('a credential no longer verifies', () => {
  test('within a minute of its withdrawal, even through a cache', async () => {
    const code = await credit(4)
    const jwt = await credential(code)
    const cache = openCache()
    listEnds()
    expect(await verdictOn(jwt, cache)).toBe('valid')
    held.app.pass({ minutes: 29 / 60 })
    await credit(0)
    expect([await verdictOn(jwt, cache), await verdictOn(jwt)]).toEqual(['valid', 'valid'])
    held.app.pass({ minutes: 1 / 60 })
    expect(await verdictOn(jwt, cache)).toBe('it was revoked')
    expect(JSON.parse(await credential(code)).code).toBe('CERTIFICATE_WITHDRAWN')
    expect(JSON.parse(await credential('nobody-has-this-code')).code).toBe('CERTIFICATE_NOT_FOUND')
    await credit(3)
    expect([await verdictOn(jwt), await verdictOn(await credential(code))]).toEqual([
      'it was revoked',
      'valid',
    ])
  })

  test('by a status list that somebody keeps for longer than a minute', async () => {
    const jwt = await credential(await credit(4))
    const list = await listOf(jwt)
    const kept: Fetch = async (url) =>
      url.endsWith('did.json') ? fetchNow(url) : { status: 200, body: list }
    expect(await verdictOn(jwt, kept)).toBe('valid')
    held.app.pass({ minutes: 1 })
    expect([await verdictOn(jwt, kept), await verdictOn(jwt)]).toEqual(['it has expired', 'valid'])
  })

  test('after a newer issue, which does', async () => {
    const code = await credit(4)
    const first = await credential(code)
    await credit(3)
    const second = await credential(code)
    listEnds()
    expect([await verdictOn(first), await verdictOn(second)]).toEqual(['it was revoked', 'valid'])
  })

  test('after the deletion of its registration; once that is restored, it does', async () => {
    const code = await credit(4)
    const jwt = await credential(code)
    const body = { registrationId: await held.idOf(person) }
    await held.app.send(deleteRegistration, body, held.administrator)
    listEnds()
    expect(await verdictOn(jwt)).toBe('it was revoked')
    await held.app.send(restoreRegistration, body, held.administrator)
    await held.app.untilJobsAreDone()
    expect(await verdictOn(await credential(code))).toBe('valid')
  })
})

describe('a signing key', () => {
  const keys = async () => (await published()).verificationMethod.length
  const year = { minutes: 365 * 24 * 60 }

  test('is private: no document, download or metric contains it', async () => {
    await credit(4)
    const rows = await held.app.query("select private_jwk->>'d' as d from signing_keys")
    const addresses = ['/.well-known/did.json', '/api/metrics', `/api${getAccountData.path}`]
    for (const address of addresses) {
      const { status, body } = await get(address, held.administrator.token)
      expect(status).toBe(200)
      for (const { d } of rows) expect(body).not.toContain(d)
      expect(body).not.toMatch(/"(?:d|p|q|dp|dq|qi)":/)
    }
  })

  test('that has leaked is given up by two statements: forgeries fail, and certificates are signed again', async () => {
    const code = await credit(4)
    const old = await credential(code)
    const { kid } = decoded(old).header
    const keyId = kid.split('#')[1]
    for (const table of ['certificate_credentials', 'signing_keys']) {
      await held.app.query(`delete from ${table} where key_id = $1`, [keyId])
    }
    await runJob()
    expect(await verdictOn(old)).toBe('the issuer does not publish the key')
    listEnds()
    const anew = await credential(code)
    expect([await verdictOn(anew), decoded(anew).header.kid === kid]).toEqual(['valid', false])
  })

  test('signs for a year; then a new one does, once for all processes, and what the old one signed verifies', async () => {
    const old = await credential(await credit(4))
    const signer = async () => decoded(await listOf(old)).header.kid
    await runJob()
    expect(await signer()).toBe(decoded(old).header.kid)
    const before = await keys()
    held.app.pass(year)
    const other = await startApp({ sharing: held.app, works: false })
    other.pass(year)
    const runThere = () => jobHandlers(other.services)['sign-certificates']({}, { isLast: true })
    await Promise.all([runJob(), runThere(), runJob(), runThere()])
    await other.close()
    expect(await keys()).toBe(before + 1)
    expect(await signer()).not.toBe(decoded(old).header.kid)
    expect(await verdictOn(old)).toBe('valid')
  })
})

test('a withdrawn credential stays revoked after the portal has forgotten its certificate', async () => {
  const jwt = await credential(await credit(4))
  await credit(0)
  const lost = await held.idOf(person)
  person = await held.givenRegistered()
  const standing = await credential(await credit(4))
  await held.app.query('update registrations set user_id = null where registration_id = $1', [lost])
  held.app.pass({ minutes: 4 * 365 * 24 * 60 })
  await expireRegistrations(held.app.services)
  expect(await rowsOf(jwt)).toBe(0)
  expect([await verdictOn(jwt), await verdictOn(standing)]).toEqual(['it was revoked', 'valid'])
})

async function rowsOf(jwt: string) {
  const id = decoded(jwt).claims.credentialStatus.statusListIndex
  const { rowCount } = await held.app.services.pool.query(
    'select from certificates where certificate_id = $1',
    [id],
  )
  return rowCount ?? 0
}
