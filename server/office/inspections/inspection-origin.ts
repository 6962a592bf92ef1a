import type { JsonWebKey } from 'node:crypto'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { fingerprintOf, keysAddressOf, originOf } from '#server/foundation/signing-keys/signing-key-names.ts'
import type { OpenedPack } from './inspection-opened.ts'
import { Difference } from './inspection-opened.ts'
import { fileNames } from './inspection-records.ts'

// Runs in `verify.mjs`, on an inspector's computer: no database.

const PublicJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() })

/** `keys.json`: the portal that made a pack and its keys, by the pack's own claim. */
const PackKeys = z.object({
  did: z.string(),
  keys: z.array(z.object({ ...PublicJwk.shape, kid: z.string() })),
})

const Header = z.object({ kid: z.string() })
const Signed = z.object({ manifest: z.string() })

/** A published DID document. */
const Published = z.object({
  id: z.string(),
  verificationMethod: z.array(z.object({ id: z.string(), publicKeyJwk: z.unknown() })),
})

/** Reads a pack's keys. Throws a Difference unless they are one portal's. */
export function openKeys(pack: OpenedPack) {
  const { did, keys } = pack.json(fileNames.keys, PackKeys)
  const origin = originOf(did)
  if (!origin) throw new Difference(`${fileNames.keys} names no portal: ${did}.`)
  const other = keys.find(({ kid }) => !kid.startsWith(`${did}#`))
  if (other) throw new Difference(`${fileNames.keys} has a key of another portal: ${other.kid}.`)
  return { did, origin, keys }
}
export type PackKeys = ReturnType<typeof openKeys>

/**
 * Returns a signed text's payload, and the pack's key that signed it. A portal whose address changed keeps
 * its keys, so only the key's own id must match. Throws a Difference if no key of the pack signed it.
 */
export function signedPayload({ keys }: PackKeys, path: string, jws: string) {
  const [head = '', body = '', signature = ''] = jws.trim().split('.')
  const { kid } = read(head, Header)
  const key = keys.find((each) => keyIdOf(each.kid) === keyIdOf(kid))
  if (!key) throw new Difference(`${path} is signed by a key that is not in ${fileNames.keys}: ${kid}.`)
  if (!isSignedBy(key, `${head}.${body}`, signature))
    throw new Difference(`The signature of ${path} is wrong.`)
  return { key, payload: read(body, z.unknown()) }

  function read<Schema extends z.ZodMiniType>(part: string, schema: Schema): z.output<Schema> {
    try {
      return z.parse(schema, JSON.parse(Buffer.from(part, 'base64url').toString()))
    } catch {
      throw new Difference(`${path} is not a signed text.`)
    }
  }
}

function isSignedBy(key: JsonWebKey, text: string, signature: string) {
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' })
    return verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    // Not a key.
    return false
  }
}

function keyIdOf(kid: string) {
  return kid.slice(kid.lastIndexOf('#') + 1)
}

/** Checks that a key of the pack signed its manifest. Returns the key's name and fingerprint. */
export function checkSignature(pack: OpenedPack, keys: PackKeys): { kid: string; fingerprint: string } {
  const { key, payload } = signedPayload(keys, fileNames.signature, pack.text(fileNames.signature))
  const found = createHash('sha256').update(pack.bytes(fileNames.manifest)).digest('hex')
  if (z.safeParse(Signed, payload).data?.manifest !== found) {
    throw new Difference(`${fileNames.signature} is about another manifest.`)
  }
  return { kid: key.kid, fingerprint: fingerprintOf(key) }
}

/**
 * Compares a pack's keys with its portal's published ones. Returns '' if equal, or why they could not be
 * compared. Throws a Difference if the portal publishes others.
 */
export async function compareKeys({ did, origin, keys }: PackKeys): Promise<string> {
  const address = keysAddressOf(origin)
  let published: z.output<typeof Published>
  try {
    // The keys at a redirect's target say nothing about the portal.
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(30_000) })
    if (answer.status !== 200) return `${address} answered ${answer.status}, without keys.`
    const { success, data } = z.safeParse(Published, await answer.json())
    if (!success) return `${address} answered without keys.`
    published = data
  } catch (problem) {
    if (problem instanceof SyntaxError) return `${address} answered without keys.`
    return `${address} could not be reached (${reasonOf(problem as Error)}).`
  }
  const byId = new Map(published.verificationMethod.map(({ id, publicKeyJwk }) => [id, publicKeyJwk]))
  const isPublished = ({ kid, ...key }: (typeof keys)[number]) =>
    isDeepStrictEqual(z.safeParse(PublicJwk, byId.get(kid)).data, key)
  if (published.id !== did || !keys.every(isPublished)) {
    throw new Difference(`The portal at ${origin} publishes other keys than those of this pack.`)
  }
  return ''
}

function reasonOf({ name, cause }: Error) {
  return (cause as { code?: string } | undefined)?.code ?? name
}
