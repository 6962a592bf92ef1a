import { startFakeZoom } from '#test/fake-zoom.ts'
import { onZoom } from '#test/webinars.ts'
import { givenDownload, whileDrawing } from './certificates.ts'
import type { Figure } from './figures.ts'
import { perSecond } from './figures.ts'
import type { House } from './house.ts'
import type { Load } from './load.ts'
import { openMailQueue } from './mailing.ts'
import { registerEverybody } from './registering.ts'
import { interleave } from './rounds.ts'
import { startServer } from './servers.ts'
import { openSyncs } from './syncing.ts'

/** More than twelve seconds of work for the sync, so that it outlasts a burst. */
const peopleSynced = 1000

/**
 * Registers 2,000 people while the process also syncs a slot with Zoom, sends 2,000 mails or draws
 * certificates, and while it does nothing else.
 */
export async function measureRegisteringBeside(house: House): Promise<Figure[]> {
  const { connection } = house
  const zoom = await startFakeZoom()
  const receiver = await startServer('mail-receiver.ts', { connection })
  const environment = { ...onZoom(zoom), MAIL_URL: `smtp://127.0.0.1:${receiver.port}` }
  const portal = await startServer('portal.ts', { connection, works: true, environment })
  const syncs = openSyncs(house, zoom, portal)
  const queue = await openMailQueue(house)
  const download = await givenDownload(house)
  const { alone, syncing, mailing, drawing } = await interleave({
    alone: () => registerEverybody(house, portal).finally(() => dropJobs(house)),
    syncing: async () => {
      const sync = await syncs.start(peopleSynced)
      const load = await registerEverybody(house, portal)
      const { state } = await sync.look()
      if (state !== 'running') throw new Error(`The sync was ${state} before everybody was registered`)
      await sync.untilOver()
      await dropJobs(house)
      return load
    },
    mailing: async (round) => {
      await queue.add(round)
      const load = await registerEverybody(house, portal)
      const dropped = await dropJobs(house)
      if (dropped === 0) throw new Error('All mails had left before everybody was registered')
      return load
    },
    drawing: async () => {
      const load = await whileDrawing(portal, download, () => registerEverybody(house, portal))
      await dropJobs(house)
      return load
    },
  }).finally(async () => {
    await queue.close()
    await portal.stop()
    await receiver.stop()
    await zoom.close()
  })
  const figureOf = (what: string, beside: Load, atLeast: number) => ({
    what: `Registering while ${what}, workers busy`,
    portal: perSecond(beside.perSecond),
    yardstick: `${perSecond(alone.perSecond)} while not`,
    value: beside.perSecond / alone.perSecond,
    goal: { atLeast },
  })
  return [
    figureOf('a slot is synced with Zoom', syncing, 0.9),
    figureOf('2,000 mails are sent', mailing, 0.9),
    figureOf('certificates are drawn', drawing, 0.85),
  ]
}

/** Deletes a burst's remaining jobs, so that the next does not pay for them. Returns how many measured mails still waited. */
async function dropJobs({ query }: House): Promise<number> {
  await query("delete from pgboss.job where state in ('created', 'retry')")
  const waited = await query("delete from mails where status = 'queued' returning cause")
  return waited.filter(({ cause }) => cause.startsWith('measured:')).length
}
