import { useSearch } from '@tanstack/react-router'
import { seasonYears } from '#contract/core/season.ts'
import { currentSeason } from '#web/core/season.ts'
import { useChooseYear, YearSelect } from '#web/core/ui/year-select.tsx'

/** Returns the renewal year in the page's address, and the select that changes it there. */
export function usePageYear() {
  const params = useSearch({ strict: false }) as { year?: unknown }
  const years = seasonYears(currentSeason()).adminFilter.toReversed()
  const year = years.find((known) => known === params.year) ?? currentSeason()
  const choose = useChooseYear()
  const yearSelect = (
    <YearSelect aria-label="Renewal year" size="xs" year={year} years={years} onChange={choose} />
  )
  return { year, yearSelect }
}
