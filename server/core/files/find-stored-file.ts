import type { QueryExecutorProvider } from 'kysely'
import { sql } from 'kysely'

/** Returns the bytes served at a path, and their hash; undefined if there are none. */
export async function findStoredFile(
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
