import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { paths } from '#contract/core/paths.ts'
import type { Config } from '#server/config.ts'
import { alwaysThere } from '#server/core/breaker.ts'
import type {
  HeldInstance,
  NewRegistrant,
  Registrant,
  Webinar,
  WebinarPlatform,
} from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Db } from '#server/services.ts'
import { codeOfSeat } from './queries.ts'

const pageSize = 300

/** Opens the embedded webinar platform: its rooms are pages of the portal, one per webinar id of a slot. */
export function openWebinarRooms({ db, config }: { db: Db; config: Config }): WebinarPlatform {
  return {
    name: 'the built-in room',
    getWebinar: (webinarId) => getRoom(db, webinarId),
    async setTimes() {},
    async addRegistrant(webinarId, person) {
      await getRoom(db, webinarId)
      return shown(await insertRegistrant(db, webinarId, person), config)
    },
    async cancelRegistrant(webinarId, { registrantId }) {
      await db
        .updateTable('webinarRoomRegistrants')
        .set({ removedAt: sql<Date>`now()` })
        .where('webinarId', '=', webinarId)
        .where('registrantId', '=', registrantId)
        .where('removedAt', 'is', null)
        .execute()
    },
    async *listRegistrants(webinarId) {
      await getRoom(db, webinarId)
      for (let after: string | undefined; ; ) {
        const page = await findPage(db, webinarId, after)
        if (page.length === 0) return
        yield page.map((row) => shown(row, config))
        after = page.at(-1)?.registrantId
      }
    },
    async findRegistrant(webinarId, registrantId) {
      const row = await db
        .selectFrom('webinarRoomRegistrants')
        .select(ofSeat)
        .where('webinarId', '=', webinarId)
        .where('removedAt', 'is', null)
        .where(sql`registrant_id::text`, '=', registrantId)
        .executeTakeFirst()
      return row && shown(row, config)
    },
    getAttendance: (webinarId) => readAttendance(db, webinarId),
    isReachable: () => true,
    health: () => alwaysThere,
    close: () => {},
  }
}

async function getRoom(db: Db, webinarId: string): Promise<Webinar> {
  const slot = await db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select('eventName')
    .where('webinarId', '=', webinarId)
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('startOn')
    .executeTakeFirst()
  if (!slot) throw new WebinarRefused('NOT_FOUND', 'There is no room under this webinar ID.')
  // A room has no times of its own: it is open at the slot's times.
  return { webinarId, topic: slot.eventName, times: [], hostEmails: [] }
}

function insertRegistrant(db: Db, webinarId: string, { email, firstName, lastName }: NewRegistrant) {
  return db
    .insertInto('webinarRoomRegistrants')
    .values({ webinarId, email: email.toLowerCase(), firstName, lastName, seatCode: randomUUID() })
    .onConflict((conflict) =>
      conflict.columns(['webinarId', 'email']).doUpdateSet({ firstName, lastName, removedAt: null }),
    )
    .returning(ofSeat)
    .executeTakeFirstOrThrow()
}

function findPage(db: Db, webinarId: string, after: string | undefined) {
  return db
    .selectFrom('webinarRoomRegistrants')
    .select(ofSeat)
    .where('webinarId', '=', webinarId)
    .where('removedAt', 'is', null)
    .$if(after !== undefined, (rows) => rows.where('registrantId', '>', after as string))
    .orderBy('registrantId')
    .limit(pageSize)
    .execute()
}

/** A registrant's columns, with the secret of their link. */
const ofSeat = ['registrantId', 'email', 'firstName', 'lastName', codeOfSeat.as('code')] as const

function shown(
  { code, ...row }: Pick<Registrant, 'registrantId' | 'email' | 'firstName' | 'lastName'> & { code: string },
  { publicUrl }: Config,
): Registrant {
  return { ...row, status: 'approved', joinUrl: publicUrl + paths.webinarRoom({ seatCode: code }) }
}

/** Returns all visits, including those of removed people. A room is one instance, because nobody starts or ends it. */
async function readAttendance(db: Db, webinarId: string): Promise<HeldInstance[]> {
  const rows = await db
    .selectFrom('webinarRoomVisits')
    .innerJoin(
      'webinarRoomRegistrants',
      'webinarRoomRegistrants.registrantId',
      'webinarRoomVisits.registrantId',
    )
    .select(['webinarRoomVisits.registrantId', 'email', 'firstName', 'lastName', 'joinedAt', 'leftAt'])
    .where('webinarId', '=', webinarId)
    .orderBy('joinedAt')
    .orderBy('webinarRoomVisitId')
    .execute()
  const visits = rows.map(({ firstName, lastName, ...visit }) => ({
    ...visit,
    name: `${firstName} ${lastName}`.trim(),
  }))
  const address = `webinar-rooms/${encodeURIComponent(webinarId)}/visits`
  return [{ instance: webinarId, sources: [{ address, body: JSON.stringify(visits) }] }]
}
