import type { TestApp } from './app.ts'
import { startApp } from './app.ts'
import { givenEvent } from './given.ts'
import type { WebinarHarness, WebinarHarnessKind } from './webinar-harness.ts'

/** One portal for every room: each has its own ID. */
let shared: Promise<TestApp> | undefined
let made = 0

/** The embedded rooms. Other webinar platforms' data is in the portal's own tables here. */
export const roomHarness: WebinarHarnessKind = {
  name: 'the built-in room',
  isElsewhere: false,
  refusesPeople: false,
  hasPolls: false,
  hasDailyQuota: false,
  canBeAway: false,
  async open() {
    shared ??= startApp({ works: false })
    return roomsOf(await shared)
  },
  async closeAll() {
    await (await shared)?.close()
    shared = undefined
  },
}

/** Returns the rooms of a portal. */
export function roomsOf(app: TestApp): WebinarHarness {
  const { db, pool, webinar: platform } = app.services
  return {
    platform,
    async givenWebinar({ topic, startsAt, isClosed } = {}) {
      const webinarId = `room-${++made}`
      // No room has an ID that no slot has.
      if (isClosed) return webinarId
      const { slotIds } = await givenEvent(app, topic ? { eventName: topic } : {})
      await pool.query(
        `update event_slots set webinar_id = $1,
           start_on = coalesce($2::timestamptz at time zone 'America/New_York', start_on)::date,
           start_time = coalesce($2::timestamptz at time zone 'America/New_York', start_on + start_time)::time
         where event_slot_id = $3`,
        [webinarId, startsAt, slotIds[0]],
      )
      return webinarId
    },
    async register(webinarId, people) {
      const rows = people.map((person) => ({ webinarId, ...person }))
      await db.insertInto('webinarRoomRegistrants').values(rows).execute()
    },
    async cancel(webinarId, email) {
      const registrants = db.updateTable('webinarRoomRegistrants').set({ removedAt: new Date() })
      await registrants.where('webinarId', '=', webinarId).where('email', '=', email).execute()
    },
    async count(webinarId) {
      const registrants = db.selectFrom('webinarRoomRegistrants').where('webinarId', '=', webinarId)
      return (await registrants.where('removedAt', 'is', null).select('registrantId').execute()).length
    },
    async hold(webinarId, attendees) {
      for (const { email, name, visits } of attendees) {
        const { registrantId } = await platform.addRegistrant(webinarId, {
          email,
          firstName: name.replace(/ .*/, ''),
          lastName: name.replace(/^\S+ ?/, ''),
        })
        const rows = visits.map((visit) => ({ registrantId, ...visit }))
        await db.insertInto('webinarRoomVisits').values(rows).execute()
      }
    },
    failNext() {},
    useUpQuota() {},
    refusedPerson: () => ({ email: '', firstName: '', lastName: '' }),
    async goAway() {},
    async comeBack() {},
    async close() {},
  }
}
