import type { Picture } from '@portal/typesetting/picture'
import { preparePicture } from '@portal/typesetting/prepared-picture'
import { findStoredFile } from '#server/core/files/find-stored-file.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db, Tx } from '#server/services.ts'
import { findSignature } from './queries.ts'

/** Four pixels for each point on the page: more than any printer shows. */
const finest = { width: 712, height: 176 }

/** Returns the signature that was uploaded to an address, ready to be drawn; undefined for ''. Refuses an address without a stored picture. */
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

/** Stores a signature for new certificates and returns its hash; null for ''. Refuses as `readSignature` does. */
export async function keepSignature(tx: Tx, address: string): Promise<Buffer | null> {
  const picture = await readSignature(tx, address)
  if (!picture) return null
  const { key, width, height, colors, opacity } = picture
  const fileHash = Buffer.from(key, 'hex')
  const bytes = { colors: Buffer.from(colors), opacity: opacity && Buffer.from(opacity) }
  await tx
    .insertInto('signatures')
    .values({ fileHash, width, height, ...bytes })
    .onConflict((conflict) => conflict.column('fileHash').doNothing())
    .execute()
  return fileHash
}

function refusal(message: string): Refusal {
  return new Refusal('INVALID_FIELDS', { message, fields: { signature: message } })
}
