import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { deadlineOf, firstDayOf } from '#contract/core/season.ts'

/** Tells in SQL whether a slot in the query has a day in a renewal year. */
export function touchesSeason(season: number): RawBuilder<boolean> {
  return sql<boolean>`(start_on <= ${deadlineOf(season)} and end_on >= ${firstDayOf(season)})`
}

/** Tells in SQL whether a day is in a renewal year, as `seasonOfDay` does. */
export function inSeason(day: RawBuilder<unknown>, season: number): RawBuilder<boolean> {
  return sql<boolean>`${day} between ${firstDayOf(season)} and ${deadlineOf(season)}`
}
