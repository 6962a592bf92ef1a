import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays, daysBetween } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import { cloneDatabase } from '#test/database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './database.ts'
import { inSeason } from './in-season.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let opened: Database<object>
beforeAll(async () => {
  clone = await cloneDatabase(inject('cluster'))
  opened = openDatabase(clone.connection, { connections: 1 })
})
afterAll(async () => {
  await opened.close()
  await clone.drop()
})

test('SQL and the contract agree on the renewal year of every day around five year ends', async () => {
  const turns = [2023, 2024, 2025, 2026, 2027].flatMap((year) => [`${year}-03-31`, `${year}-12-31`] as const)
  const days = turns.flatMap((turn) => daysBetween(addDays(turn, -31), addDays(turn, 32)))
  for (const season of [2023, 2024, 2025, 2026, 2027, 2028]) {
    const { rows } = await sql<{ day: string }>`
      select day::text from unnest(${days}::date[]) day where ${inSeason(sql`day`, season)} order by 1`.execute(
      opened.db,
    )
    expect(rows.map(({ day }) => day)).toEqual(days.filter((day) => seasonOfDay(day) === season))
  }
})

test.each([1000, 9999])('SQL accepts the year %i, which a query may ask for', async (season) => {
  const { rows } = await sql`select ${inSeason(sql`date '2026-04-01'`, season)} as held`.execute(opened.db)
  expect(rows).toEqual([{ held: false }])
})
