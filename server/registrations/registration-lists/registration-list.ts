import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import { creditHoursOf, isInPerson } from '#contract/events/events/facts.ts'
import type { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { mostArrivals, pageSizes } from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationFilter, RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import { writtenAnswersOf } from '#server/events/event-questions/queries.ts'
import { joinUrlOf } from '#server/events/slots/queries.ts'
import { ruleHours } from '#server/ledger/credits/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { readFilter } from './registration-list-filter.ts'
import { orderOf } from './registration-list-orders.ts'
import { findPart } from './registration-list-part.ts'

type Page = Input<typeof getAllRegisteredUsers>['query']

/** Returns a page of the registrations of a filter and how many there are; `page` counts from 1. */
export async function findRegistrationPage(
  services: Services,
  { page = 1, limit = pageSizes[0], ...filter }: Page,
): Promise<Data<typeof getAllRegisteredUsers>> {
  const { db } = services
  // Read before the rows, so that registrations that arrive in between count as new.
  const [read, newestId] = await Promise.all([readFilter(services, filter), findNewestId(db)])
  const wanted = { filter: read, order: orderOf(filter), offset: (page - 1) * limit, limit }
  const { ids, ...total } = await findPart(db, wanted)
  const registrations = await findRows(services, ids)
  const totalPages = Math.max(1, Math.ceil(total.totalRecords / limit))
  return { registrations, pagination: { ...total, currentPage: page, totalPages, limit }, newestId }
}

/** Returns these registrations in the order of their ids. */
async function findRows(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ids: number[],
): Promise<RegistrationRow[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['registrationId', 'users.userId', 'events.eventId', 'eventSlots.eventSlotId', 'focusId'])
    .select(['firstName', 'lastName', 'email', 'phone', 'companyName', 'state', 'zip', 'country'])
    .select(['eventName', 'isInPerson', 'startOn', 'endOn', 'startTime', 'endTime', 'breaks'])
    .select('registrations.registeredAt')
    .select(['hours', 'certificateCode', 'registrations.version'])
    .select(joinUrlOf().as('joinUrl'))
    .select(ruleHours(sql.ref('registrations.registrationId')).as('ruleHours'))
    .select(writtenAnswersOf('registrations').as('answers'))
    .where('registrationId', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ registrationId }: { registrationId: number }) => places.get(registrationId) as number
  return rows
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((row) =>
      Object.assign(row, {
        creditHours: creditHoursOf(row),
        hasJoinUrl: row.joinUrl !== null,
        isInPerson: isInPerson(row),
        userName: `${row.firstName} ${row.lastName}`.trim(),
        certificateLink: certificateLink(config.publicUrl, row.certificateCode),
      }),
    )
}

async function findNewestId(db: Db) {
  const newest = await db
    .selectFrom('registrations')
    .select(({ fn }) => fn.max('registrationId').as('newestId'))
    .executeTakeFirst()
  return newest?.newestId ?? 0
}

/** Counts the registrations of a filter that are newer than `after`, up to `mostArrivals`. */
export async function countArrivals(
  services: Services,
  { after, ...filter }: RegistrationFilter & { after: number },
): Promise<number> {
  const { condition } = await readFilter(services, filter)
  const { rows } = await sql<{ arrivals: number }>`
    select count(*) as arrivals from (
      select from registrations r join users u using (user_id)
      where registration_id > ${after} and cancelled_at is null and ${condition} limit ${sql.lit(mostArrivals)}
    ) arrived`.execute(services.db)
  return rows[0]?.arrivals ?? 0
}
