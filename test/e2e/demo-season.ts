import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, seasonOfDay } from '#contract/core/season.ts'
import type { Series } from '#server/office/demo/series.ts'
import { demoSeries, slotsOf } from '#server/office/demo/series.ts'

const [pistonSeries, turbineSeries, , seminarSeries] = demoSeries as [Series, Series, Series, Series]

/** The season of the events that each portal starts with: the first one whose first event is weeks ahead. */
export const demoSeason = seasonAhead()

/** Its events, each with the days of its first slot, from 8 AM. */
export const piston = yearly(pistonSeries)
export const turbine = yearly(turbineSeries)
export const seminar = yearly(seminarSeries)

function yearly(series: Series) {
  return { name: `${series.name} ${demoSeason}`, ...firstSlot(series, demoSeason) }
}

function seasonAhead() {
  const today = easternDay(new Date())
  const season = seasonOfDay(today)
  return firstSlot(pistonSeries, season).startOn > addDays(today, 14) ? season : season + 1
}

function firstSlot(series: Series, season: number) {
  const [slot] = slotsOf(series, season)
  if (!slot) throw new Error(`${series.name} has no slots`)
  return slot
}
