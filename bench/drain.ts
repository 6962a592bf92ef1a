import { setTimeout as delay } from 'node:timers/promises'
import { cpuOf } from './cpu.ts'
import type { Figure } from './figures.ts'
import { perSecond } from './figures.ts'
import type { House } from './house.ts'
import { registerEverybody } from './registering.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

/**
 * Measures 2,000 people who register, from the first call until their confirmations and staff emails are in
 * the mailbox. The yardstick inserts the same rows again, in their final state.
 */
export async function measureDrain(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection, works: true })
  const measure = (work: () => Promise<unknown>) => measureOnce(house, portal, work)
  const { ours, theirs } = await interleave({
    ours: () =>
      measure(async () => {
        await registerEverybody(house, portal)
        await untilSent(house)
      }),
    theirs: async () => {
      await setAside(house)
      return measure(() => insertAgain(house))
    },
  }).finally(portal.stop)
  await house.query('delete from mails')
  await house.query('delete from pgboss.job')
  const what = 'Registering as served, until all emails are out'
  const shown = perSecond(ours.perSecond)
  const cost = (of: string, value: number, unit: string, bare?: number, goal?: Figure['goal']): Figure => {
    const portal = `${value.toFixed(2)} ${unit}`
    const yardstick = bare
      ? `${bare.toFixed(2)} ${unit} the same emails, inserted as they are in the end`
      : ''
    return { what: `${what}: ${of} for each`, portal, yardstick, value, shown: portal, ...(goal && { goal }) }
  }
  return [
    { what, portal: shown, yardstick: '', value: ours.perSecond, shown, goal: { atLeast: 450 } },
    cost('CPU time of PostgreSQL', ours.databaseMs, 'ms', theirs.databaseMs, { atMost: 2 }),
    cost('CPU time of the process', ours.serverMs, 'ms'),
    cost('WAL', ours.walKb, 'kB', theirs.walKb),
  ]
}

/** Measures `work` per person. */
async function measureOnce(house: House, portal: Server, work: () => Promise<unknown>) {
  const people = house.people.length
  const [begin] = await house.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  const beganAt = performance.now()
  const { server, database } = await cpuOf(house, portal, work)
  const seconds = (performance.now() - beganAt) / 1000
  const [wal] = await house.query<{ bytes: number }>(
    'select (pg_current_wal_lsn() - $1::pg_lsn)::float as bytes',
    [begin?.lsn],
  )
  return {
    perSecond: people / seconds,
    databaseMs: database / people,
    serverMs: server / people,
    walKb: (wal?.bytes as number) / people / 1000,
  }
}

async function untilSent({ query }: House): Promise<void> {
  const open =
    "select from pgboss.job where name in ('confirm-registration', 'send-mail') and state < 'completed' limit 1"
  while ((await query(open)).length > 0) await delay(100)
  const unsent = await query("select from mails where status <> 'sent' limit 1")
  if (unsent.length > 0) throw new Error('Not all emails are out')
}

const tables = ['mails', 'mail_texts', 'mail_attachments', 'mail_attempts']

/** Moves a round's emails to separate tables. */
async function setAside({ query, people }: House): Promise<void> {
  const newest = `select mail_id from mails order by mail_id desc limit ${people.length * 3}`
  for (const table of tables) {
    await query(
      `create temporary table ${table}_aside as select * from ${table} where mail_id in (${newest})`,
    )
  }
  await query('delete from mails where mail_id in (select mail_id from mails_aside)')
}

async function insertAgain({ query }: House): Promise<void> {
  for (const table of tables) {
    await query(`insert into ${table} overriding system value select * from ${table}_aside`)
    await query(`drop table ${table}_aside`)
  }
}
