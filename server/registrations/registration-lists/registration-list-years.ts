import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import type { countOtherYears } from '#contract/registrations/registration-lists/calls.ts'
import { mostCounted } from '#contract/registrations/registration-lists/calls.ts'
import { planAnew } from '#server/core/db/database.ts'
import { firstDay } from '#server/events/events/queries.ts'
import type { Db, Services } from '#server/services.ts'
import type { openKept, Search } from './registration-list-search.ts'
import { foundBy, keptBy, readSearch } from './registration-list-search.ts'
import type { Slots } from './registration-list-slots.ts'
import { findSlots, inSlots } from './registration-list-slots.ts'

type Years = Data<typeof countOtherYears>

/** Counts what a search finds in the renewal years other than `year`. Kept like the count of the list. */
export async function countInOtherYears(
  services: Services,
  kept: ReturnType<typeof openKept>,
  { year, ...filter }: Input<typeof countOtherYears>['query'],
): Promise<Years> {
  const { db } = services
  const [all, ofYear] = await Promise.all([findSlots(db, filter), findSlots(db, { ...filter, year })])
  const left = new Set(ofYear.counted.map(({ eventSlotId }) => eventSlotId))
  const counted = all.counted.filter(({ eventSlotId }) => !left.has(eventSlotId))
  if (counted.length === 0) return { years: [] }
  const search = await readSearch(services, filter, kept(filter, all))
  if (!search) return { years: [] }
  return search.keep(`years but ${year}`, () =>
    countYears(db, search, { ...all, counted, areFiltered: true }),
  )
}

async function countYears(db: Db, search: Search, slots: Slots): Promise<Years> {
  const { rows } = await sql<{ firstOn: PlainDate; found: number }>`
    ${sql.raw(planAnew)} select ${firstDay} as first_on, count(*) as found from (
      select event_slot_id from registrations r join users u using (user_id)
      where cancelled_at is null and ${inSlots(slots)} and ${foundBy(search)} and ${keptBy(search)}
      limit ${sql.lit(mostCounted + 1)}
    ) found join event_slots using (event_slot_id) join events using (event_id)
    group by first_on`.execute(db)
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
