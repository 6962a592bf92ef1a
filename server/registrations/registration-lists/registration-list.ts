import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import { creditHoursOf } from '#contract/events/events/facts.ts'
import type {
  countOtherYears,
  countRegisteredUsers,
  getAllRegisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { mostArrivals, mostCounted, pageSizes } from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationFilter, RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import { planAnew } from '#server/core/db/database.ts'
import { joinUrlOf } from '#server/events/slots/queries.ts'
import { ruleHours } from '#server/ledger/credits/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { orderOf, slotOrder } from './registration-list-orders.ts'
import type { Search } from './registration-list-search.ts'
import { foundBy, keptBy, openKept, readSearch } from './registration-list-search.ts'
import type { Slots } from './registration-list-slots.ts'
import { findSlots, inSlots } from './registration-list-slots.ts'
import { findIds } from './registration-list-walks.ts'
import { countInOtherYears } from './registration-list-years.ts'

type Page = Input<typeof getAllRegisteredUsers>['query']

/** Returns functions that find pages of the list and count it. What they find out about a search is kept until a change. */
export function openRegistrationList(services: Services) {
  const kept = openKept()
  return {
    findPage: (page: Page) => findRegistrationPage(services, kept, page),
    count: (filter: RegistrationFilter) => countRegistrations(services, kept, filter),
    countOtherYears: (query: Input<typeof countOtherYears>['query']) =>
      countInOtherYears(services, kept, query),
  }
}

type Kept = ReturnType<typeof openKept>

/** Returns a page of the registrations of a filter and how many there are; `page` counts from 1. */
async function findRegistrationPage(
  services: Services,
  kept: Kept,
  { page = 1, limit = pageSizes[0], count, ...filter }: Page,
): Promise<Data<typeof getAllRegisteredUsers>> {
  const { db } = services
  const order = orderOf(filter)
  // Read before the rows, so that registrations that arrive in between count as new.
  const [slots, newestId] = await Promise.all([findSlots(db, filter, slotOrder(order)), findNewestId(db)])
  const search = await readSearch(services, filter, kept(filter, slots))
  const offset = (page - 1) * limit
  // One more id tells whether there is a next page.
  const ids = await findIds(db, { slots, search, order, offset, limit: limit + 1 })
  const registrations = await findRows(services, ids.slice(0, limit))
  const found = ids.length
  const isEnd = found <= limit && (found > 0 || page === 1)
  const seen = offset + found
  const total = !search
    ? { totalRecords: slots.total }
    : isEnd
      ? { totalRecords: seen }
      : count === 'apart' && found > 0
        ? { totalRecords: seen, isAtLeast: true }
        : await countFound(db, search, slots)
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
        userName: `${row.firstName} ${row.lastName}`.trim(),
        certificateLink: certificateLink(config.publicUrl, row.certificateCode),
      }),
    )
}

async function findNewestId(db: Db): Promise<number> {
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
  const { db } = services
  const [slots, search] = await Promise.all([findSlots(db, filter), readSearch(services, filter)])
  const { rows } = await sql<{ arrivals: number }>`
    select count(*) as arrivals from (
      select from registrations r join users u using (user_id)
      where registration_id > ${after} and cancelled_at is null and ${inSlots(slots)} and ${foundBy(search)}
        and ${keptBy(search)}
      limit ${sql.lit(mostArrivals)}
    ) arrived`.execute(db)
  return rows[0]?.arrivals ?? 0
}

/** Counts the registrations of a filter. */
async function countRegistrations(
  services: Services,
  kept: Kept,
  filter: RegistrationFilter,
): Promise<Data<typeof countRegisteredUsers>> {
  const { db } = services
  const slots = await findSlots(db, filter)
  const search = await readSearch(services, filter, kept(filter, slots))
  return search ? countFound(db, search, slots) : { totalRecords: slots.total }
}

/** Counts the results of a search, up to `mostCounted`. Without a search, the kept counts of the slots have the number. */
function countFound(
  db: Db,
  search: Search,
  slots: Slots,
): Promise<{ totalRecords: number; isAtLeast?: boolean }> {
  return search.keep('count', async () => {
    const { rows } = await sql<{ found: number }>`
    ${sql.raw(planAnew)} select count(*) as found from (
      select from registrations r join users u using (user_id)
      where cancelled_at is null and ${inSlots(slots)} and ${foundBy(search)} and ${keptBy(search)}
      limit ${sql.lit(mostCounted + 1)}
    ) found`.execute(db)
    const found = rows[0]?.found ?? 0
    return found > mostCounted ? { totalRecords: mostCounted, isAtLeast: true } : { totalRecords: found }
  })
}
