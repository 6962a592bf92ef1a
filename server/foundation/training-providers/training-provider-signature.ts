import type { Picture } from '@portal/typesetting/picture'
import { preparePicture } from '@portal/typesetting/prepared-picture'
import type { QueryExecutorProvider } from 'kysely'
import { sql } from 'kysely'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'
import { findSignature } from './queries.ts'

/** Four pixels per point on the page: more than any printer shows. */
const finest = { width: 712, height: 176 }

/**
 * Returns an uploaded signature by its address, ready to draw; undefined for ''. Refuses an address without a
 * stored picture.
 */
export async function readSignature(db: Db, address: string): Promise<Picture | undefined> {
  if (address === '') return undefined
  const file = await findStoredFile(db, address)
  if (!file) throw refusal('This picture has been deleted. Please choose it again.')
  const kept = await findSignature(db, file.fileHash)
  if (kept) return kept
  return preparePicture(file.bytes, finest).catch(() => {
    throw refusal('This picture cannot be printed. Please choose another one.')
  })
}

/**
 * Returns a signature's columns in a version of the training provider, for future certificates. Refuses as
 * `readSignature` does.
 */
export async function writtenSignature(db: Db, address: string) {
  const picture = await readSignature(db, address)
  if (!picture) return {}
  const { key, width, height, colors, opacity } = picture
  return {
    signatureHash: Buffer.from(key, 'hex'),
    signatureWidth: width,
    signatureHeight: height,
    signatureColors: Buffer.from(colors),
    signatureOpacity: opacity && Buffer.from(opacity),
  }
}

function refusal(message: string): Refusal {
  return new Refusal('INVALID_FIELDS', { message, fields: { signature: message } })
}

/** Returns the bytes served at a path, and their hash; undefined if none. */
async function findStoredFile(
  db: QueryExecutorProvider,
  path: string,
): Promise<{ fileHash: Buffer; bytes: Buffer } | undefined> {
  const [hash = ''] = /[0-9a-f]{64}$/.exec(path) ?? []
  const fileHash = Buffer.from(hash, 'hex')
  const { rows } = await sql<{
    bytes: Buffer
  }>`select bytes from files where file_hash = ${fileHash}`.execute(db)
  return rows[0] && { fileHash, bytes: rows[0].bytes }
}
