import { sql } from 'kysely'
import { readSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { OtherName, People } from '#contract/attendance/attendance-uploads/comparison-words.ts'
import { visibleEmail } from '#contract/core/email-addresses.ts'
import { haveNoWordInCommon } from '#server/attendance/attendances/attendance-notes.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import { findSlotPeople } from './attendance-upload-people.ts'

/** The people of an event by email, or by id after 'id '. */
export type Known = Record<string, { person: string; name: string }>

/** SQL: the email of a row as `known` has it; null if none. */
export const emailKey = sql`nullif(lower(regexp_replace(coalesce(email, ''), '[^!-~]', '', 'g') collate "C"), '')`

/** Returns the people of the slot's event by email and id, and by administrators' matches. */
export async function findKnown(db: Db, slot: Slot): Promise<Known> {
  const { eventId, eventSlotId, webinarId } = slot
  const [{ people, identities }, decisions] = await Promise.all([
    findSlotPeople(db, { eventId, slots: [slot] }),
    db
      .selectFrom('attendanceDecisions')
      .distinctOn('subject')
      .select(['act', 'subject', 'registrationIds'])
      .where('eventSlotId', '=', eventSlotId)
      .where('subject', 'like', 'person %')
      .orderBy('subject')
      .orderBy('attendanceDecisionId', 'desc')
      .execute(),
  ])
  const personOf = new Map(people.map((person) => [person.registrationId, person]))
  const known = new Map<string, { person: string; name: string }>()
  const add = (key: string, registrationId: number | undefined) => {
    const person = personOf.get(registrationId ?? 0)
    if (person && key && !known.has(key))
      known.set(key, { person: person.userId, name: person.name || person.email })
  }
  for (const { act, subject, registrationIds } of decisions) {
    const { registrantId, email = '' } = readSubject(subject)
    if (act === 'match') add(registrantId ? `id ${registrantId}` : email, registrationIds[0])
  }
  for (const each of identities) {
    if (each.webinarId === (webinarId ?? '')) add(`id ${each.registrantId}`, each.registrationId)
  }
  for (const { registrationId, emails } of people) {
    for (const email of emails) add(visibleEmail(email), registrationId)
  }
  return Object.fromEntries(known)
}

/** Returns the names in a report beside the email or id of a person with another name. Somebody else may have used their link. */
export async function findOtherNames(db: Db, known: Known, readingId: number): Promise<OtherName[]> {
  const { rows } = await sql<OtherName>`
    with known as materialized (select ${JSON.stringify(known)}::jsonb as people)
    select distinct visit.name as "joinedAs",
      coalesce(people -> ('id ' || registrant_id), people -> ${emailKey}) ->> 'name' as name
    from attendance_visits visit cross join known
    where attendance_reading_id = ${readingId} and role <> 'host' and status = 'present'
    order by 1, 2`.execute(db)
  return rows.filter(({ joinedAs, name }) => name !== null && haveNoWordInCommon(joinedAs, name))
}

/** Returns the people of a reading who are matched with no registration, by name; undefined: none. */
export async function findUnknown(db: Db, slot: Slot, readingId: number): Promise<People | undefined> {
  const known = await findKnown(db, slot)
  const rows = await db
    .selectFrom('attendanceVisits')
    .distinct()
    .select(['registrantId', 'email', 'name'])
    .where('attendanceReadingId', '=', readingId)
    .where('role', '<>', 'host')
    .where('status', '=', 'present')
    .whereRef('joinedAt', '<', 'leftAt')
    .orderBy('name')
    .execute()
  const unknown = rows.filter(
    ({ registrantId, email }) => !known[`id ${registrantId}`] && !known[visibleEmail(email ?? '')],
  )
  const names = unknown.map(({ name, email }) => name || email || 'Unknown person')
  return unknown.length > 0 ? { count: unknown.length, names } : undefined
}
