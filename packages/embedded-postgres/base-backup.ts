import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Client, Query } from 'pg'
import { EmbeddedPostgresProblem } from './problem.ts'
import type { Connection } from './readiness.ts'

/** The part of `pg`'s connection that is missing in its types. */
interface CopyData {
  chunk: Buffer
}

interface Wire {
  stream: { pause(): void; resume(): void }
}

/**
 * Requests a running server's base backup, as pg_basebackup does. `take` gets the cluster as a tar archive,
 * with the log that recovery needs. The stream fails if the server refuses, for example because of damaged
 * pages.
 */
export async function withBaseBackup(
  connection: Connection,
  label: string,
  take: (archive: Readable) => Promise<void>,
): Promise<void> {
  const asReplica = { ...connection, replication: 'true' }
  const client = new Client(asReplica)
  // A broken connection also fails the running query.
  client.on('error', () => {})
  try {
    await client.connect()
    const slot = `backup_${randomUUID().replaceAll('-', '_')}`
    // The slot keeps checkpoints from removing the log until this connection ends.
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
    // A paused connection would never notice its own end.
    destroy: (error, done) => {
      this.#wire?.stream.resume()
      done(error)
    },
  })

  constructor(label: string) {
    super(`BASE_BACKUP (LABEL '${label.replaceAll("'", "''")}', CHECKPOINT 'fast', WAL, MANIFEST 'no')`)
    this.on('error', (error: Error) => this.archive.destroy(error))
    this.on('end', () => this.archive.push(null))
  }

  /** `pg` calls this. The first byte is the kind: 'n' starts an archive, 'd' is its data. */
  handleCopyData({ chunk }: CopyData, wire: Wire): void {
    this.#wire = wire
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'n') this.#archives++
    if (this.#archives > 1) {
      this.archive.destroy(
        new EmbeddedPostgresProblem('the database has tablespaces, which a backup in one file does not hold'),
      )
    }
    // Copies, because `pg` reads the next message into the same memory.
    const hasRoom = kind !== 'd' || this.archive.push(Buffer.from(chunk.subarray(1)))
    if (!hasRoom && !this.archive.destroyed) wire.stream.pause()
  }
}
