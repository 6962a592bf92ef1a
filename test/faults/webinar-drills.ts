import { setTimeout as delay } from 'node:timers/promises'
import type { FakeZoom } from '../fake-zoom.ts'
import { startFakeZoom } from '../fake-zoom.ts'
import { onZoom } from '../webinars.ts'
import type { Outcome } from './burst.ts'
import { drill } from './drills.ts'
import { openHouse } from './house.ts'

/** Each drill breaks Zoom while people register, and counts people without a join link long after it recovers. */
export const webinarDrills: Record<string, () => Promise<Outcome>> = {
  'Zoom refuses the portal (401) for 20 s': () =>
    webinarDrill(200, async (zoom, register) => {
      zoom.refuseAccess(true)
      await register()
      await delay(20_000)
      zoom.refuseAccess(false)
    }),
  'Zoom lists people 45 s late, and loses every second answer for 20 s': () =>
    webinarDrill(200, async (zoom, register) => {
      zoom.onDuplicate('error')
      zoom.lagBehind(45_000)
      zoom.faults.failEverySecond('after')
      await register()
      await delay(20_000)
      zoom.faults.failEverySecond(undefined)
    }),
  'Zoom is away for 2 minutes': () =>
    webinarDrill(800, async (zoom, register) => {
      await zoom.goAway()
      await register()
      await delay(120_000)
      await zoom.comeBack()
    }),
}

const patienceMs = 600_000

async function webinarDrill(
  people: number,
  fail: (zoom: FakeZoom, register: () => Promise<unknown>) => Promise<void>,
): Promise<Outcome> {
  const zoom = await startFakeZoom()
  const webinarId = zoom.givenWebinar()
  const opened = await openHouse()
  const { query } = opened
  const house = {
    ...opened,
    async event() {
      const event = await opened.event()
      await query('update event_slots set webinar_id = $1', [webinarId])
      return event
    },
  }
  const waiting = async () => {
    const [row] = await query<{ people: number }>(
      `select count(*)::int as people from registrations join event_slots using (event_slot_id)
         where cancelled_at is null and not exists (
           select from newest_identity(registration_id, webinar_id) where join_url is not null)`,
    )
    return row?.people ?? 0
  }
  let links = { stranded: 0, recoveryMs: 0 }
  const close = zoom.close
  const given = { house, databaseUrl: house.databaseUrl, environment: onZoom(zoom), close }
  const outcome = await drill(async ({ burst }) => {
    await fail(zoom, async () => (await burst(people)).done)
    const start = performance.now()
    while ((await waiting()) > 0 && performance.now() - start < patienceMs) await delay(500)
    links = { stranded: await waiting(), recoveryMs: performance.now() - start }
  }, given)
  const registered = [...(zoom.webinars.get(webinarId)?.registrants.values() ?? [])]
  const twice = registered.length - new Set(registered.map(({ email }) => email)).size
  return { ...outcome, doubled: outcome.doubled + twice, ...links }
}
