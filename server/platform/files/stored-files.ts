import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { Refusal } from '../http/refusal.ts'

const path = '/api/files'

/**
 * Keeps bytes under their own SHA-256 and gives the path they are served at; the same bytes are kept once. With a
 * transaction they are kept when it commits.
 */
export async function storeFile(
  db: QueryExecutorProvider,
  contentType: string,
  bytes: Buffer,
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest()
  await sql`insert into files (file_hash, content_type, bytes) values (${hash}, ${contentType}, ${bytes})
    on conflict do nothing`.execute(db)
  return `${path}/${hash.toString('hex')}`
}

/** Serves kept files; their address names their content, so a browser never asks twice. */
export function serveStoredFiles(app: FastifyInstance, pool: Pool): void {
  app.get<{ Params: { hash: string } }>(
    `${path}/:hash`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { hash } = request.params
      const { rows } = /^[0-9a-f]{64}$/.test(hash)
        ? await pool.query('select content_type, bytes from files where file_hash = $1', [
            Buffer.from(hash, 'hex'),
          ])
        : { rows: [] }
      const [file] = rows as { content_type: string; bytes: Buffer }[]
      if (!file) throw new Refusal('NOT_FOUND')
      return reply
        .type(file.content_type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(file.bytes)
    },
  )
}
