import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUpDatabase, startEmbeddedPostgres } from '@portal/embedded-postgres'
import pg from 'pg'
import { restoreAndKill } from '../../packages/embedded-postgres/test/killed-restore.ts'
import type { Outcome } from './burst.ts'

const kills = 20
const rows = 300_000

/** Kills the first start of a restored backup 20 times. Then each folder must start, with every row from before the backup. */
export async function killRestoredBackups(): Promise<Outcome> {
  const parent = await mkdtemp(join(tmpdir(), 'portal-restores-'))
  const origin = join(parent, 'origin')
  const file = join(parent, 'backup')
  const postgres = await startEmbeddedPostgres({ folder: origin })
  await ask(postgres.connection, 'create table kept as select generate_series(1, 1000) number')
  // Writes during the backup make the recovery long enough to hit.
  const meanwhile = `create table many as select number, md5(number::text) from generate_series(1, ${rows}) number`
  await Promise.all([backUpDatabase(origin, file), ask(postgres.connection, meanwhile)])
  await postgres.stop()
  let lost = 0
  for (let kill = 1; kill <= kills; kill++) {
    const folder = join(parent, `restored-${kill}`)
    await restoreAndKill(folder, file)
    lost += 1000 - (await keptIn(folder))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  await rm(parent, { recursive: true, force: true, maxRetries: 10 })
  const mails = { mailsMissing: 0, mailsDoubled: 0, mailsUnknown: 0 }
  return { acknowledged: 1000 * kills, lost, doubled: 0, ...mails, refusals: new Map() }
}

/** Returns the number of rows; 0 if it does not start. */
async function keptIn(folder: string): Promise<number> {
  try {
    const postgres = await startEmbeddedPostgres({ folder })
    const kept = await ask(postgres.connection, 'select count(*)::int as rows from kept')
    await postgres.stop()
    return kept[0].rows
  } catch (problem) {
    console.error(String(problem))
    return 0
  }
}

async function ask(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
