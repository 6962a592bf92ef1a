import type { Expression, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Pagination, RegistrationFilter, RegistrationRow, SortColumn } from '#contract/registrations.ts'
import { planAnew } from '#server/platform/db/database.ts'
import type { Db, Services } from '#server/services.ts'

/** What a list can be ordered by, in the tables below: r registrations, u users, s slots. */
const sortExpressions: Record<SortColumn, string> = {
  'Reg Id': 'r.registration_id',
  'User Name': "lower(u.first_name || ' ' || u.last_name)",
  'User Email': 'u.email',
  'User Phone': 'u.phone',
  'User Company Name': 'lower(u.company_name)',
  'User State': 'lower(u.state)',
  'User Zip': 'u.zip',
  'User Country': 'u.country',
  'Event Name': 's.event_name',
  'Event Date': 's.start_on',
  'Event Time': 's.start_time',
  'Registration Date': 'r.registered_at',
  Hours: 'r.hours',
}

export interface RegistrationPage {
  registrations: RegistrationRow[]
  pagination: Pagination
}

/** A page of the registrations of a filter and how many there are; `page` counts from 1. */
export async function findRegistrationPage(
  services: Services,
  filter: RegistrationFilter,
  { page, limit }: { page: number; limit: number },
): Promise<RegistrationPage> {
  const { db } = services
  const slotIds = await findSlotIds(db, filter)
  const offset = (page - 1) * limit
  const [registrations, totalRecords] = await Promise.all([
    findRows(services, filter, slotIds, { limit, offset }),
    countRegistrations(db, filter, slotIds),
  ])
  const totalPages = Math.max(1, Math.ceil(totalRecords / limit))
  return { registrations, pagination: { totalRecords, currentPage: page, totalPages, limit } }
}

async function findRows(
  { db, config }: Services,
  filter: RegistrationFilter,
  slotIds: number[] | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<RegistrationRow[]> {
  const anew = filter.search ? sql.raw(planAnew) : sql``
  // The numbers stand in the text: as parameters they would be planned for as a tenth of the table.
  const window = sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
  const { rows } = await sql<RegistrationRow>`
    ${anew} ${slots} select ${rowColumns(config.publicUrl)} ${registrationsOf(filter, slotIds)} ${orderOf(filter)} ${window}
  `.execute(db)
  return rows
}

/** The wire's row, straight from the tables: the one place where its names are written beside ours. */
function rowColumns(publicUrl: string): RawBuilder<unknown> {
  return sql`
    r.registration_id as "Reg Id", r.registration_id as "registrationId", r.user_id as "User Id", r.user_id as "userId",
    r.event_id as "eventId", r.event_slot_id as "eventSlotId", s.focus_id as "focusId",
    trim(u.first_name || ' ' || u.last_name) as "User Name", u.email as "User Email", u.phone as "User Phone",
    u.company_name as "User Company Name", u.state as "User State", u.zip as "User Zip", u.country as "User Country",
    s.event_name as "Event Name", s.dates as "Event Date", s.times as "Event Time",
    to_char(r.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "Registration Date",
    r.hours as "Hours", r.join_url as "Join URL", ${publicUrl} || '/download?certificate=' || r.certificate_code as "Certificate"`
}

/** A slot's event, dates and times, written once for each slot and not for each of its thousands of registrations. */
export const slots = sql`
  with slots as materialized (
    select event_slot_id, focus_id, start_on, start_time, event_name,
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
  const column = sort ?? 'Registration Date'
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
    conditions.push(
      sql<SqlBool>`(select extract(year from min(first.start_on)) from event_slots first where first.event_id = events.event_id) = ${year}`,
    )
  }
  const rows = await db
    .selectFrom('event_slots')
    .innerJoin('events', 'events.event_id', 'event_slots.event_id')
    .select('event_slot_id')
    .where((row) => row.and(conditions))
    .execute()
  return rows.map((row) => row.event_slot_id)
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
