import type { WebinarSync } from '#contract/webinars/webinars/calls.ts'
import type { FakeZoom } from '#test/fake-zoom.ts'
import { startFakeZoom } from '#test/fake-zoom.ts'
import { onZoom } from '#test/webinars.ts'
import type { Figure } from './figures.ts'
import { perSecond } from './figures.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import { callPortal } from './portal-calls.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const people = 3000
/** A Business account's limit per second; the portal learns it from the answers. */
const allowedPerSecond = 80

/** Syncs a slot of 3,000 people with a stand-in of Zoom that has Zoom's limits. */
export async function measureSyncing(house: House): Promise<Figure[]> {
  const zoom = await startFakeZoom()
  const environment = onZoom(zoom)
  const portal = await startServer('portal.ts', { connection: house.connection, works: true, environment })
  try {
    const sync = await openSyncs(house, zoom, portal).start(people)
    const { startedAt, endedAt } = await sync.untilOver()
    const reached = people / ((Date.parse(endedAt ?? '') - Date.parse(startedAt)) / 1000)
    const sentAway = zoom.calls.filter(({ status }) => status === 429).length
    return [
      {
        what: 'Sync of 3,000 people with Zoom, of what its limit allows',
        portal: perSecond(reached),
        yardstick: `${allowedPerSecond}/s allowed, ${sentAway} calls sent away`,
        value: reached / allowedPerSecond,
        goal: { atLeast: 0.9 },
      },
    ]
  } finally {
    await portal.stop()
    await zoom.close()
  }
}

type WireSync = Pick<WebinarSync, 'counts'> & { state: string; startedAt: string; endedAt: string | null }

/** Returns functions that start a sync of another slot and wait for it. */
export function openSyncs(house: House, zoom: FakeZoom, { port }: Server) {
  const call = <Data>(path: string, body?: object) =>
    callPortal<Data>(`http://localhost:${port}/api/private/${path}`, house.administrator, body)
  return {
    /** Starts to sync this many registered people, unknown to Zoom. */
    async start(people: number) {
      const eventSlotId = await givenSlot(house, zoom, people)
      const { jobId } = await call<{ jobId: string }>('sync-webinar', { event_slot_id: eventSlotId })
      const look = () => call<WireSync>(`webinar-syncs/${jobId}`)
      return {
        look,
        async untilOver(): Promise<WireSync> {
          let sync = await look()
          while (sync.state === 'running') {
            await new Promise((resolve) => setTimeout(resolve, 500))
            sync = await look()
          }
          if (sync.counts.added !== people)
            throw new Error(`Of ${people} people ${sync.counts.added} were added`)
          return sync
        },
      }
    },
  }
}

async function givenSlot(house: House, zoom: FakeZoom, people: number): Promise<number> {
  const { eventId, slotIds } = await givenEvent(house)
  const [eventSlotId = 0] = slotIds
  await house.query('update event_slots set webinar_id = $1 where event_slot_id = $2', [
    zoom.givenWebinar(),
    eventSlotId,
  ])
  await house.query(
    `insert into registrations (user_id, event_id, event_slot_id)
     select user_id, $1, $2 from users where role = 'user' and first_name <> '' and zip <> '' limit ${people}`,
    [eventId, eventSlotId],
  )
  return eventSlotId
}
