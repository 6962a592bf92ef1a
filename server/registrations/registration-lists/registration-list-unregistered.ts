import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { User } from '#contract/people/users/user.ts'
import type {
  getAllUnregisteredUsers,
  UnregisteredFilter,
} from '#contract/registrations/registration-lists/calls.ts'
import { pageSizes } from '#contract/registrations/registration-lists/calls.ts'
import { planAnew } from '#server/core/db/database.ts'
import type { Services } from '#server/services.ts'
import { findSlots, inSlots, readSearch } from './registration-list-filter.ts'
import { by } from './registration-list-orders.ts'
import { readFromNearerEnd } from './registration-list-part.ts'

type ReadServices = Pick<Services, 'db' | 'config' | 'clock'>

/** Returns a page of the people without a registration of a filter, by name, and how many there are; `page` counts from 1. */
export async function findUnregisteredPage(
  services: ReadServices,
  { page = 1, limit = pageSizes[0], ...filter }: Input<typeof getAllUnregisteredUsers>['query'],
): Promise<Data<typeof getAllUnregisteredUsers>> {
  const condition = await unregisteredCondition(services, filter)
  const offset = (page - 1) * limit
  const { rows } = await sql<{ total: number; ids: string[] }>`${sql.raw(planAnew)}
    with missing as materialized (select user_id from users u where ${condition}),
      counted as (select count(*) as total from missing)
    select total, case when total > ${sql.lit(mostSorted)} then '{}' else array(
      select user_id from missing join users u using (user_id) ${byName()} limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) end as ids from counted`.execute(services.db)
  const { total = 0, ids = [] } = rows[0] ?? {}
  const users =
    total <= mostSorted
      ? await readUsers(services, sql`u.user_id = any(${ids}::uuid[]) ${byName()}`)
      : await readFromNearerEnd(total, { offset, limit }, (from, most, isTurned) =>
          readUsers(
            services,
            sql`${condition} ${byName(isTurned)} limit ${sql.lit(most)} offset ${sql.lit(from)}`,
          ),
        )
  const totalPages = Math.max(1, Math.ceil(total / limit))
  return { users, pagination: { totalRecords: total, currentPage: page, totalPages, limit } }
}

/** More people than these are read in the order of their index, because they soon fill a page. */
const mostSorted = 10_000

async function readUsers({ db }: ReadServices, which: RawBuilder<unknown>): Promise<User[]> {
  const { rows } = await sql<User>`${sql.raw(planAnew)} select u.* from users u where ${which}`.execute(db)
  return rows
}

function byName(isTurned = false): RawBuilder<unknown> {
  return by(["lower(u.first_name || ' ' || u.last_name)", 'u.user_id'], isTurned)
}

/**
 * Returns the condition on a person `u`: no administrator, also not a former one without a profile, not merged, and without a registration
 * for the slots of a renewal year (by default the season), of an event's name, or for one slot.
 */
export async function unregisteredCondition(
  services: ReadServices,
  { search, year = services.config.season(services.clock()), ...slots }: UnregisteredFilter,
): Promise<RawBuilder<unknown>> {
  const [{ slotIds }, words] = await Promise.all([
    findSlots(services.db, { year, ...slots }),
    readSearch(services.db, search),
  ])
  const held = sql`select from registrations r
    where r.user_id = u.user_id and ${inSlots('r', slotIds)} and r.cancelled_at is null`
  const conditions = [
    sql`role = 'user'`,
    sql`merged_into is null`,
    sql`not ${wasOnlyAdministrator}`,
    sql`not exists (${held})`,
    ...words,
  ]
  return sql.join(conditions, sql` and `)
}

/** True if a person `u` lost a role, or an invitation to one, and has no profile: they never signed up. */
const wasOnlyAdministrator = sql<boolean>`(u.country = '' and exists (
  select from activities a where a.user_id = u.user_id and activity in ('administrator-removed', 'invitation-withdrawn')))`
