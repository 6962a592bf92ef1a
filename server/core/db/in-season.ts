import { type RawBuilder, sql } from 'kysely'
import { deadlineOf, firstDayOf } from '#contract/core/season.ts'

/** Whether a day of a query is in a renewal year: what `seasonOfDay` says, as SQL. */
export function inSeason(day: RawBuilder<unknown>, season: number): RawBuilder<boolean> {
  return sql<boolean>`${day} between ${firstDayOf(season)} and ${deadlineOf(season)}`
}
