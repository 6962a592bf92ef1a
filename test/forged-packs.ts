import type { KeyObject } from 'node:crypto'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'

// Packs as somebody makes them who can change every byte, but has not the portal's key.

type Files = ReadonlyMap<string, Buffer>
/** Changes of texts, by the paths of their files. */
export type Edits = Record<string, (text: string) => string>

interface Forged {
  edits?: Edits
  /** Changes what each certificate says. */
  credential?: (says: Credential) => void
}

/** A part of a certificate's credential. */
export interface Credential {
  credentialSubject: { creditsEarned: number; identifier: { identityHash: string; salt: string }[] }
}

/** Returns a pack with changed files and credentials, everything signed anew by an own key under the name of the portal's. */
export function forgedPack(whole: Files, { edits = {}, credential = () => {} }: Forged): Map<string, Buffer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const files = new Map(whole)
  const edit = (path: string, change: (text: string) => string) =>
    files.set(path, Buffer.from(change(files.get(path)?.toString() ?? '')))
  for (const [path, change] of Object.entries(edits)) edit(path, change)
  for (const path of files.keys()) {
    if (path.endsWith('.jwt') && path !== 'manifest.jwt')
      edit(path, (jws) => resigned(jws, privateKey, credential))
  }
  edit('manifest.json', (text) => {
    const { files: named } = JSON.parse(text) as { files: Record<string, string> }
    const hashes = Object.keys(named).map((path) => [path, sha256(files.get(path) ?? '')])
    return JSON.stringify({ files: Object.fromEntries(hashes) })
  })
  const manifest = sha256(files.get('manifest.json') ?? '')
  edit('manifest.jwt', (jws) => resigned(jws, privateKey, (says) => Object.assign(says, { manifest })))
  const { kty, n, e } = publicKey.export({ format: 'jwk' })
  edit('keys.json', (text) => {
    const { did, keys } = JSON.parse(text) as { did: string; keys: { kid: string }[] }
    return JSON.stringify({ did, keys: keys.map(({ kid }) => ({ kid, kty, n, e })) })
  })
  return files
}

function resigned<Says extends object>(jws: string, key: KeyObject, change: (says: Says) => void): string {
  const [head = '', body = ''] = jws.split('.')
  const says = JSON.parse(Buffer.from(body, 'base64url').toString()) as Says
  change(says)
  const text = `${head}.${Buffer.from(JSON.stringify(says)).toString('base64url')}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}
