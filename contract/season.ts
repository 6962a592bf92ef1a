/** The zone every date and time of the portal is meant in. */
export const portalZone = 'America/New_York'

/** The first renewal year the portal has records of: the admin filters start at it. */
export const firstSeason = 2023

/**
 * The season: the calendar year in which the renewal year (1 April to 31 March, Eastern) of this instant ends.
 * Source: 14 CFR 65.93; reading.md, section 1.
 */
export function seasonOf(instant: Date): number {
  const { year, month } = easternDate(instant)
  return month >= 4 ? year + 1 : year
}

/** The years that each list of the product shows, all derived from the one season. */
export function seasonYears(season: number) {
  return {
    upcoming: season,
    videos: season - 1,
    registered: [season - 1, season] as readonly number[],
    slotEditorFrom: season - 1,
    adminFilter: range(firstSeason, season),
    adminDefault: season,
  }
}

/** '2025-2026' for 2026: the renewal year that ends in it. */
export function seasonLabel(year: number): string {
  return `${year - 1}-${year}`
}

/** Whether the add-to-events panel lists an event: its name contains the season, or it starts in it. */
export function isOfSeason(event: { name: string; startYear: number }, season: number): boolean {
  return event.name.includes(String(season)) || event.startYear === season
}

/** Year, month (1-12), day and hour (0-23) on an Eastern clock. */
export function easternDate(instant: Date): { year: number; month: number; day: number; hour: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: portalZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value)
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour') }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}
