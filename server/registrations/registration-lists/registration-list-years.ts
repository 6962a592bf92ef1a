import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import type { countOtherYears } from '#contract/registrations/registration-lists/calls.ts'
import { mostCounted } from '#contract/registrations/registration-lists/calls.ts'
import { planAnew } from '#server/core/db/database.ts'
import { firstDay } from '#server/events/events/queries.ts'
import type { Services } from '#server/services.ts'
import { inSlots, readFilter } from './registration-list-filter.ts'

type Years = Data<typeof countOtherYears>

/** Counts what a search finds in the renewal years other than `year`. */
export async function countInOtherYears(
  services: Services,
  { year, ...filter }: Input<typeof countOtherYears>['query'],
): Promise<Years> {
  const [{ condition }, ofYear] = await Promise.all([
    readFilter(services, filter),
    readFilter(services, { year }),
  ])
  const { rows } = await sql<{ firstOn: PlainDate; found: number }>`
    ${sql.raw(planAnew)} select ${firstDay} as first_on, count(*) as found from (
      select event_slot_id from registrations r join users u using (user_id)
      where cancelled_at is null and ${condition} and not ${inSlots('r', ofYear.slotIds)}
      limit ${sql.lit(mostCounted + 1)}
    ) found join event_slots using (event_slot_id) join events using (event_id)
    group by first_on`.execute(services.db)
  const years = new Map<number, number>()
  for (const { firstOn, found } of rows) {
    const year = seasonOfDay(firstOn)
    years.set(year, (years.get(year) ?? 0) + found)
  }
  const total = rows.reduce((sum, { found }) => sum + found, 0)
  return {
    years: [...years]
      .map(([year, registrations]) => ({ year, registrations }))
      .sort((one, other) => other.year - one.year),
    ...(total > mostCounted && { isAtLeast: true }),
  }
}
