import type { Series } from '#server/office/demo/series.ts'
import { demoSeries, slotsOf } from '#server/office/demo/series.ts'

const [pistonSeries, turbineSeries, , seminarSeries] = demoSeries as [Series, Series, Series, Series]

/** The season of the events that each portal starts with. */
export const demoSeason = 2027

/** Its events, each with the days of its first slot, from 8 AM. */
export const piston = yearly(pistonSeries)
export const turbine = yearly(turbineSeries)
export const seminar = yearly(seminarSeries)

function yearly(series: Series) {
  const [slot] = slotsOf(series, demoSeason)
  if (!slot) throw new Error(`${series.name} has no slots`)
  return { name: `${series.name} ${demoSeason}`, ...slot }
}
