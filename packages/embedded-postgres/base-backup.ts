import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Client, Query } from 'pg'
import { EmbeddedPostgresProblem } from './problem.ts'
import type { Connection } from './readiness.ts'

/** The part of `pg`'s connection that its types leave out. */
interface CopyData {
  chunk: Buffer
}

interface Wire {
  stream: { pause(): void; resume(): void }
}

/**
 * Asks a running server for its base backup, the way pg_basebackup does: `take` gets the cluster as a tar archive,
 * complete with the log to recover by. The archive fails where the server refuses, as it does on damaged pages.
 */
export async function withBaseBackup(
  connection: Connection,
  label: string,
  take: (archive: Readable) => Promise<void>,
): Promise<void> {
  const asReplica = { ...connection, replication: 'true' }
  const client = new Client(asReplica)
  // What breaks the connection fails the running query, too.
  client.on('error', () => {})
  try {
    await client.connect()
    const slot = `backup_${randomUUID().replaceAll('-', '_')}`
    // Keeps the log written meanwhile from being removed by a checkpoint, for as long as this connection lasts.
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`)
    const backup = new BaseBackup(label)
    client.query(backup)
    await take(backup.archive)
  } finally {
    await client.end().catch(() => undefined)
  }
}

class BaseBackup extends Query {
  #wire: Wire | undefined
  #archives = 0
  readonly archive = new Readable({
    read: () => this.#wire?.stream.resume(),
    // A connection that is held back would never see its own end.
    destroy: (error, done) => {
      this.#wire?.stream.resume()
      done(error)
    },
  })

  constructor(label: string) {
    super(`BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL, MANIFEST 'no')`)
    this.on('error', (error: Error) => this.archive.destroy(error))
    this.on('end', () => this.archive.push(null))
  }

  /** Called by `pg`. The first byte tells what the rest is: 'n' a new archive, 'd' data of it. */
  handleCopyData({ chunk }: CopyData, wire: Wire): void {
    this.#wire = wire
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'n') this.#archives++
    if (this.#archives > 1) {
      this.archive.destroy(
        new EmbeddedPostgresProblem('the database has tablespaces, which a backup in one file does not hold'),
      )
    }
    // A copy, since `pg` reads the next message into the same memory.
    const hasRoom = kind !== 'd' || this.archive.push(Buffer.from(chunk.subarray(1)))
    if (!hasRoom && !this.archive.destroyed) wire.stream.pause()
  }
}
