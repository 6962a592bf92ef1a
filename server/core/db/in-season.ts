import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { deadlineOf, firstDayOf } from '#contract/core/season.ts'

/** Returns SQL: true if a slot in the query has a day in a renewal year. */
export function touchesSeason(season: number): RawBuilder<boolean> {
  return sql<boolean>`(start_on <= ${deadlineOf(season)} and end_on >= ${firstDayOf(season)})`
}

/** Returns SQL: true if a day is in a renewal year, as in `seasonOfDay`. */
export function inSeason(day: RawBuilder<unknown>, season: number): RawBuilder<boolean> {
  return sql<boolean>`${day} between ${firstDayOf(season)} and ${deadlineOf(season)}`
}
