import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSigningKeys } from '#contract/foundation/signing-keys/calls.ts'
import { identityHashOf } from '#server/counting/certificates/certificate-holder.ts'
import { rotateSigningKey } from '#server/foundation/signing-keys/signing-keys.ts'
import { startApp } from '#test/app.ts'
import type { Credential, Edits } from '#test/forged-packs.ts'
import { forgedPack } from '#test/forged-packs.ts'
import type { Person } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { givenCountedPeople, unpackedPack, verdictOn } from '#test/inspection-packs.ts'
import { runVerifier } from './inspection-unpacking.ts'

// How `verify.mjs` learns who made a pack: by the portal's published keys.

type Answer = { status: number; body: string; headers?: Record<string, string> }
const published = async () => {
  const { statusCode, body } = await held.app.request({ url: '/.well-known/did.json' })
  return { status: statusCode, body }
}
/** Answers for the portal's address. */
let answer: (path?: string) => Promise<Answer>
const portal = createServer(async ({ url }, response) => {
  const { status, body, headers } = await answer(url)
  response.writeHead(status, headers).end(body)
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
})
held.startWithHeldSlot(() => ({ PUBLIC_URL: origin }))
afterAll(() => portal.close())

let full: Person
let short: Person
let whole: Map<string, Buffer> | undefined
let files: Map<string, Buffer>
beforeEach(async () => {
  answer = published
  if (!whole) {
    ;({ full, short } = await givenCountedPeople())
    whole = await unpackedPack(held.app, { eventSlotId: held.slot }, held.administrator.token)
  }
  files = whole
})

const online = { given: ['--online'] }
const address = () => `${origin}/.well-known/did.json`
const notChecked = 'Equal, but the origin was not checked: '
const fingerprints = async () => {
  const { keys } = await held.app.dataOf(getSigningKeys, {})
  return keys.map(({ fingerprint }) => fingerprint)
}

test('without --online the last line says that the origin was not checked, and before it where to compare the fingerprint', async () => {
  const [fingerprint = ''] = await fingerprints()
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  const { code, output } = await runVerifier(files)
  expect(code).toBe(3)
  expect(output).toContain(`SHA-256 fingerprint of the key that signed it: ${fingerprint}\n`)
  expect(output).toContain(`${origin}/verify\n`)
  expect(output).toContain(`${address()}\n`)
  expect(output.trim().split('\n').at(-1)).toBe(
    `${notChecked}compare the fingerprint, or run "node verify.mjs --online".`,
  )
  expect(files.get('README.txt')?.toString()).toContain(`  ${fingerprint}\n`)
  expect((await published()).body).toContain(`"sha256Fingerprint":"${fingerprint}"`)
})

test('with --online it compares the keys with the published ones', async () => {
  expect(await verdictOn(files, online)).toEqual([0, `Equal, and signed by the portal at ${origin}.`])
})

test('an older pack is of known origin after the portal has got another key', async () => {
  held.app.pass({ minutes: 366 * 24 * 60 })
  await held.app.write(rotateSigningKey)
  held.app.pass({ minutes: -366 * 24 * 60 })
  expect(await fingerprints()).toHaveLength(2)
  expect(await verdictOn(files, online)).toEqual([0, `Equal, and signed by the portal at ${origin}.`])
})

test('a portal that has got another address signs packs of certificates from before', async () => {
  const moved = await startApp({
    sharing: held.app,
    works: false,
    environment: { PUBLIC_URL: 'https://portal.example.com' },
  })
  const pack = await unpackedPack(moved, { userId: full.userId }, held.administrator.token)
  await moved.close()
  const { code, output } = await runVerifier(pack)
  expect(output).toContain('The manifest is signed by did:web:portal.example.com#')
  expect(code).toBe(3)
})

test.each<[answer: string, says: Answer, words: () => string]>([
  ['an error', { status: 503, body: '' }, () => `${address()} answered 503, without keys.`],
  [
    'another address',
    { status: 302, body: '', headers: { location: 'https://example.com' } },
    () => `${address()} answered 302, without keys.`,
  ],
  ['a page', { status: 200, body: '<html>' }, () => `${address()} answered without keys.`],
  ['something else', { status: 200, body: '{}' }, () => `${address()} answered without keys.`],
])('%s in the place of the keys leaves the origin unchecked', async (_, says, words) => {
  answer = async () => says
  expect(await verdictOn(files, online)).toEqual([3, notChecked + words()])
})

test('a portal that cannot be reached is named', async () => {
  const keys = files.get('keys.json')?.toString() ?? ''
  const away = new Map(files).set('keys.json', Buffer.from(keys.replaceAll('127.0.0.1', 'portal.invalid')))
  const [code, last] = await verdictOn(away, online)
  expect([code, last]).toEqual([
    3,
    expect.stringMatching(
      /^Equal, but the origin was not checked: https:\/\/portal\.invalid:\d+\/\.well-known\/did\.json could not be reached \(E\w+\)\.$/,
    ),
  ])
})

test.each<[what: string, change: (document: Document) => void]>([
  [
    'another key under the same name',
    ({ verificationMethod }) => {
      for (const { publicKeyJwk } of verificationMethod) Object.assign(publicKeyJwk, { n: 'AQAB' })
    },
  ],
  ['no key', (document) => (document.verificationMethod = [])],
  ['the keys of another portal', (document) => (document.id = 'did:web:example.com')],
])('%s at the portal refuses the pack', async (_, change) => {
  const { status, body } = await published()
  const document = JSON.parse(body) as Document
  change(document)
  answer = async () => ({ status, body: JSON.stringify(document) })
  expect(await verdictOn(files, online)).toEqual(refused())
})

interface Document {
  id: string
  verificationMethod: { publicKeyJwk: object }[]
}
const refused = () => [1, `Not equal: The portal at ${origin} publishes other keys than those of this pack.`]

test.each(['did:key:z6Mk', 'did:web:portal.example.com%2Fadmin'])(
  'a pack of %s names no portal',
  async (did) => {
    const keys = JSON.parse(files.get('keys.json')?.toString() ?? '') as object
    const other = new Map(files).set('keys.json', Buffer.from(JSON.stringify({ ...keys, did })))
    expect(await verdictOn(other)).toEqual([1, `Not equal: keys.json names no portal: ${did}.`])
  },
)

test('a key under the name of another portal is named', async () => {
  const text = files.get('keys.json')?.toString() ?? ''
  const did = '"did": "did:web:example.com"'
  const other = new Map(files).set('keys.json', Buffer.from(text.replace(/"did": "[^"]*"/, did)))
  expect(await verdictOn(other, online)).toEqual([
    1,
    expect.stringMatching(/^Not equal: keys\.json has a key of another portal: did:web:127\.0\.0\.1%3A\d+#/),
  ])
})

test('a mistyped argument is not taken for a check', async () => {
  expect(await verdictOn(files, { given: ['--onlin'] })).toEqual([2, 'Usage: node verify.mjs [--online]'])
})

describe('a pack that was forged and signed anew under the name of the portal’s key', () => {
  const swapped = (text: string) =>
    text.replaceAll(full.email, '<>').replaceAll(short.email, full.email).replaceAll('<>', short.email)
  const toShort = ({ credentialSubject: { identifier } }: Credential) => {
    const [holder] = identifier
    if (holder) holder.identityHash = identityHashOf(short.email, holder.salt)
  }
  const countings = () => [...files.keys()].filter((path) => path.startsWith('counting/'))
  const everywhere = (): Edits =>
    Object.fromEntries(['roster.csv', ...countings()].map((path) => [path, swapped]))
  const unknown = [3, `${notChecked}compare the fingerprint, or run "node verify.mjs --online".`]

  test('with two people swapped in the roster is refused, and names them', async () => {
    const forged = forgedPack(files, { edits: { 'roster.csv': swapped } })
    const [code, last] = await verdictOn(forged)
    expect(code).toBe(1)
    expect(last).toMatch(/^Not equal: /)
    for (const { email } of [full, short]) expect(last).toContain(email)
    expect(await verdictOn(forged, online)).toEqual(refused())
  })

  test('with two people swapped in the roster and in the certificate is refused', async () => {
    const forged = forgedPack(files, { edits: { 'roster.csv': swapped }, credential: toShort })
    const [code, last] = await verdictOn(forged)
    expect([code, last]).toEqual([
      1,
      expect.stringMatching(
        /^Not equal: roster\.csv says person\d+@example\.com for registration \d+; counting\/\d+\.json says /,
      ),
    ])
    expect(await verdictOn(forged, online)).toEqual(refused())
  })

  test('with more hours for one person is of unknown origin, and refused with --online', async () => {
    const more = (text: string) => text.replaceAll(/,4(?=[,\r])/g, ',8')
    const edits = { 'roster.csv': more, 'credits.csv': more }
    const credential = ({ credentialSubject }: Credential) => {
      credentialSubject.creditsEarned = 8
    }
    const forged = forgedPack(files, { edits, credential })
    expect(forged.get('roster.csv')?.toString()).toContain(',8,')
    expect(await verdictOn(forged)).toEqual(unknown)
    expect(await verdictOn(forged, online)).toEqual(refused())
  })

  test('with two people swapped everywhere is refused by the reports', async () => {
    const forged = forgedPack(files, { edits: everywhere(), credential: toShort })
    expect(await verdictOn(forged)).toEqual([
      1,
      expect.stringMatching(/^Not equal: counting\/\d+\.json: the reports say something else about /),
    ])
    expect(await verdictOn(forged, online)).toEqual(refused())
  })

  test('without a change is of unknown origin, and refused with --online', async () => {
    const forged = forgedPack(files, {})
    expect(await verdictOn(forged)).toEqual(unknown)
    expect(await verdictOn(forged, online)).toEqual(refused())
  })
})
