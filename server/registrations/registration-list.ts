import type { Expression, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { certificateLink } from '#contract/certificates.ts'
import type { Data } from '#contract/endpoint.ts'
import type { RegistrationFilter, RegistrationRow, SortColumn } from '#contract/registration-rows.ts'
import type { getAllRegisteredUsers } from '#contract/registrations.ts'
import { mostArrivals, pageSizes } from '#contract/registrations.ts'
import { startYear } from '#server/events/queries.ts'
import { planAnew } from '#server/platform/db/database.ts'
import type { Db, Services } from '#server/services.ts'

/** What a list can be ordered by, in the tables below: r registrations, u users, s slots. */
const sortExpressions: Record<SortColumn, string> = {
  registrationId: 'r.registration_id',
  userName: "lower(u.first_name || ' ' || u.last_name)",
  email: 'u.email',
  phone: 'u.phone',
  companyName: 'lower(u.company_name)',
  state: 'lower(u.state)',
  zip: 'u.zip',
  country: 'u.country',
  eventName: 's.event_name',
  startOn: 's.start_on',
  startTime: 's.start_time',
  registeredAt: 'r.registered_at',
  hours: 'r.hours',
}

/** A page of the registrations of a filter and how many there are; `page` counts from 1. */
export async function findRegistrationPage(
  { db, config }: Services,
  {
    page = 1,
    limit = pageSizes[0],
    ...filter
  }: RegistrationFilter & { page?: number | undefined; limit?: number | undefined },
): Promise<Data<typeof getAllRegisteredUsers>> {
  const newestId = await findNewestId(db)
  const slotIds = await findSlotIds(db, filter)
  const [rows, totalRecords] = await Promise.all([
    findRows(db, filter, slotIds, { limit, offset: (page - 1) * limit }),
    countRegistrations(db, filter, slotIds),
  ])
  return {
    registrations: rows.map((row) => ({
      ...row,
      certificateLink: certificateLink(config.publicUrl, row.certificateCode),
    })),
    pagination: {
      totalRecords,
      currentPage: page,
      totalPages: Math.max(1, Math.ceil(totalRecords / limit)),
      limit,
    },
    newestId,
  }
}

/** Asked before the rows: what comes between is told as new, and not lost. */
async function findNewestId(db: Db): Promise<number> {
  const { newestId } = await db
    .selectFrom('registrations')
    .select((row) => row.fn.max('registrationId').as('newestId'))
    .executeTakeFirstOrThrow()
  return newestId ?? 0
}

/** How many registrations of a filter have come after another, up to `mostArrivals`. */
export async function countArrivals(
  { db }: Pick<Services, 'db'>,
  { after, ...filter }: RegistrationFilter & { after: number },
): Promise<number> {
  const slotIds = await findSlotIds(db, filter)
  const { rows } = await sql<{ arrivals: number }>`
    ${slots}
    select count(*) as arrivals from (
      select ${registrationsOf(filter, slotIds)} and r.registration_id > ${after} limit ${mostArrivals}
    ) arrived`.execute(db)
  return rows[0]?.arrivals ?? 0
}

type Row = Omit<RegistrationRow, 'certificateLink'> & { certificateCode: string | null }

async function findRows(
  db: Db,
  filter: RegistrationFilter,
  slotIds: number[] | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const anew = filter.search ? sql.raw(planAnew) : sql``
  // The numbers stand in the text: as parameters they would be planned for as a tenth of the table.
  const window = sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
  const { rows } = await sql<Row>`
    ${anew} ${slots}
    select registration_id, user_id, r.event_id, r.event_slot_id, focus_id, trim(first_name || ' ' || last_name) as user_name,
      email, phone, company_name, state, zip, country, event_name, start_on, end_on, start_time, end_time,
      r.registered_at, hours, join_url, certificate_code, r.version
    ${registrationsOf(filter, slotIds)} ${orderOf(filter)} ${window}
  `.execute(db)
  return rows
}

/** A slot with its event; for the export its dates and times are written once here, not for each registration. */
export const slots = sql`
  with slots as materialized (
    select event_slot_id, focus_id, start_on, end_on, start_time, end_time, event_name,
      to_char(start_on, 'DD/MM/YYYY') || ' - ' || to_char(end_on, 'DD/MM/YYYY') as dates,
      to_char(start_time, 'HH24:MI') || ' - ' || to_char(end_time, 'HH24:MI') as times
    from event_slots join events using (event_id)
  )`

/** The `from` and `where` of a filter, the same for the page and the export. */
export function registrationsOf(
  filter: RegistrationFilter,
  slotIds: number[] | undefined,
): RawBuilder<unknown> {
  return sql`
    from registrations r
    join users u using (user_id) join slots s using (event_slot_id)
    where r.cancelled_at is null ${slotCondition(slotIds)} ${searchCondition(filter)}`
}

/** By a column, or the newest first; equal ones in the order they came. */
export function orderOf({ sort, order }: RegistrationFilter): RawBuilder<unknown> {
  const column = sort ?? 'registeredAt'
  const direction = sql.raw(order ?? (sort ? 'asc' : 'desc'))
  return sql`order by ${sql.raw(sortExpressions[column])} ${direction}, r.registration_id ${direction}`
}

/** The slots a filter means, or undefined for all: there are few, and registrations are indexed by them. */
export async function findSlotIds(db: Db, filter: RegistrationFilter): Promise<number[] | undefined> {
  const { year, eventName, eventSlotId } = filter
  if (year === undefined && !eventName && eventSlotId === undefined) return undefined
  const conditions: Expression<SqlBool>[] = []
  if (eventSlotId !== undefined) conditions.push(sql<SqlBool>`event_slot_id = ${eventSlotId}`)
  if (eventName) conditions.push(sql<SqlBool>`event_name = ${eventName}`)
  if (year !== undefined) {
    conditions.push(sql<SqlBool>`${startYear} = ${year}`)
  }
  const rows = await db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select('eventSlotId')
    .where((row) => row.and(conditions))
    .execute()
  return rows.map((row) => row.eventSlotId)
}

/** From the kept counts; only a search has to be counted. */
async function countRegistrations(
  db: Db,
  filter: RegistrationFilter,
  slotIds: number[] | undefined,
): Promise<number> {
  const counted = filter.search
    ? sql<{
        total: number
      }>`${sql.raw(planAnew)} select count(*) as total from registrations r join users u using (user_id)
        where r.cancelled_at is null ${slotCondition(slotIds)} ${searchCondition(filter)}`
    : sql<{
        total: number
      }>`select coalesce(sum(registrations), 0)::bigint as total from registration_counts r
        where true ${slotCondition(slotIds)}`
  const { rows } = await counted.execute(db)
  return rows[0]?.total ?? 0
}

function slotCondition(slotIds: number[] | undefined): RawBuilder<unknown> {
  if (!slotIds) return sql``
  const [only, ...more] = slotIds
  return only !== undefined && more.length === 0
    ? sql`and r.event_slot_id = ${only}`
    : sql`and r.event_slot_id = any(${slotIds}::int[])`
}

function searchCondition({ search }: RegistrationFilter): RawBuilder<unknown> {
  const term = search?.trim().toLowerCase()
  if (!term) return sql``
  return sql`and u.search_text like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`
}
