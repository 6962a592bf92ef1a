import { createHash } from 'node:crypto'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import { findPublicKeys } from '#server/foundation/signing-keys/queries.ts'
import type { SigningKey } from '#server/foundation/signing-keys/signing-keys.ts'
import { sign } from '#server/foundation/signing-keys/signing-keys.ts'
import type { Work } from '#server/work.ts'
import { fileNames } from './inspection-records.ts'
import type { PackFile } from './inspection-zip.ts'

/**
 * Adds the last files: the signed hashes of all files before, and the keys that verify the signature. `scope`
 * is in words.
 */
export function signedFiles(
  { tx, config, clock }: Pick<Work, 'tx' | 'config' | 'clock'>,
  { files, scope, key }: { files: readonly PackFile[]; scope: string; key: SigningKey },
): PackFile[] {
  const did = didOf(config.publicUrl)
  const hashes: Record<string, string> = {}
  let manifest = ''
  return [
    ...files.map(({ path, make }) => ({
      path,
      make: async () => {
        const content = await make()
        hashes[path] = sha256Of(content)
        return content
      },
    })),
    { path: fileNames.manifest, make: () => (manifest = json({ files: hashes })) },
    {
      path: fileNames.signature,
      make: async () => (await sign({ tx, config, clock }, { scope, manifest: sha256Of(manifest) }, key)).jws,
    },
    {
      path: fileNames.keys,
      make: async () => {
        const keys = await findPublicKeys(tx)
        return json({
          did,
          keys: keys.map(({ keyId, publicJwk }) => ({ kid: `${did}#${keyId}`, ...publicJwk })),
        })
      },
    },
  ]
}

function sha256Of(content: Uint8Array | string) {
  return createHash('sha256').update(content).digest('hex')
}

function json(content: unknown) {
  return `${JSON.stringify(content, undefined, 2)}\n`
}
