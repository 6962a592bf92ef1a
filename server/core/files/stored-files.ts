import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { pictureWidths } from '#contract/foundation/uploads/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Picture } from './pictures.ts'
import { redrawAsPng } from './pictures.ts'

const path = '/api/files'

/**
 * Stores bytes under their SHA-256 and returns the path; equal bytes are stored once. With a transaction,
 * stores them at its commit.
 */
export async function storeFile(
  db: QueryExecutorProvider,
  contentType: string,
  bytes: Buffer,
): Promise<string> {
  return pathOf(await keep(db, { contentType, bytes, smallerHash: null }))
}

/** Stores a picture in two widths; returns the wider one's path. */
export async function storePicture(
  db: QueryExecutorProvider,
  { contentType, bytes, smallerBytes }: Picture,
): Promise<string> {
  const smallerHash = smallerBytes
    ? await keep(db, { contentType, bytes: smallerBytes, smallerHash: null })
    : null
  return pathOf(await keep(db, { contentType, bytes, smallerHash }))
}

/** Returns true if a file is stored under a path. */
export async function isStored(db: QueryExecutorProvider, stored: string): Promise<boolean> {
  const hash = Buffer.from(stored.slice(path.length + 1), 'hex')
  const { rows } = await sql`select from files where file_hash = ${hash}`.execute(db)
  return rows.length > 0
}

async function keep(
  db: QueryExecutorProvider,
  { contentType, bytes, smallerHash }: { contentType: string; bytes: Buffer; smallerHash: Buffer | null },
) {
  const hash = createHash('sha256').update(bytes).digest()
  await sql`insert into files (file_hash, content_type, bytes, smaller_hash)
    values (${hash}, ${contentType}, ${bytes}, ${smallerHash}) on conflict do nothing`.execute(db)
  return hash
}

function pathOf(hash: Buffer) {
  return `${path}/${hash.toString('hex')}`
}

/**
 * Serves stored files. The address names the content, so browsers never ask twice. A small `width` gets the
 * narrow copy, if any; `as` is 'png' or 'icon', or ignored. Opened directly, no file can run or load anything.
 */
export function serveStoredFiles(app: FastifyInstance, pool: Pool) {
  app.get<{ Params: { hash: string }; Querystring: { width?: string; as?: string } }>(
    `${path}/:hash`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { as, width } = request.query
      const isPng = as === 'png' || as === 'icon'
      const isNarrow = isPng || Number(width) <= pictureWidths.narrow
      const stored = await findFile(pool, request.params.hash, isNarrow)
      if (!stored) throw new Refusal('NOT_FOUND')
      const png = isPng && stored.content_type.startsWith('image/') && (await pngOf(stored, as === 'icon'))
      const file = png || stored
      return (
        reply
          .type(file.content_type)
          .header('content-security-policy', "default-src 'none'; sandbox")
          // A picture that could not be drawn this time is not the answer for a year.
          .header('cache-control', png === undefined ? 'no-store' : 'public, max-age=31536000, immutable')
          .send(file.bytes)
      )
    },
  )
}

/** The newest pictures as PNG: mail programs and browsers ask for few. Callers at the same moment share a drawing. */
const drawn = new LRUCache<string, StoredFile, { stored: StoredFile; isIcon: boolean }>({
  max: 50,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _old, { context }) => (turn = turn.then(() => draw(context))),
})
/** Pictures are drawn one after another: anybody may ask. */
let turn: Promise<StoredFile | undefined> = Promise.resolve(undefined)

/** Returns a picture as PNG; undefined if this machine cannot draw it in time. */
function pngOf(stored: StoredFile, isIcon: boolean) {
  return drawn.fetch(`${stored.hash} ${isIcon}`, { context: { stored, isIcon } })
}

async function draw({ stored, isIcon }: { stored: StoredFile; isIcon: boolean }) {
  const png = await redrawAsPng(stored.bytes, isIcon).catch(() => undefined)
  return png && { ...stored, content_type: 'image/png', bytes: png }
}

interface StoredFile {
  hash: string
  content_type: string
  bytes: Buffer
}

async function findFile(pool: Pool, hash: string, isNarrow: boolean): Promise<StoredFile | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
  const { rows } = await pool.query<{ content_type: string; bytes: Buffer }>(
    `select coalesce(smaller.content_type, file.content_type) as content_type, coalesce(smaller.bytes, file.bytes) as bytes
    from files file left join files smaller on $2 and smaller.file_hash = file.smaller_hash
    where file.file_hash = $1`,
    [Buffer.from(hash, 'hex'), isNarrow],
  )
  return rows[0] && { ...rows[0], hash }
}
