import { Button } from '@mantine/core'
import { CalendarClock, SearchX, Users } from 'lucide-react'
import { seasonLabel } from '#contract/core/season.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { SetUpSeason } from '#web/events/events/set-up-season.tsx'
import type { RegistrationSearch } from './registration-search.ts'
import { filtersInUse } from './registration-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  onChange: (changes: RegistrationSearch) => void
  onClear: () => void
  onReload: () => void
}

/** The empty list: no match for the filters, nothing in this season, or no registration at all. */
export function NoRegistrations({ search, season, onChange, onClear, onReload }: Props) {
  if (search.year === 'All' ? filtersInUse(search, season) > 1 : filtersInUse(search, season) > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="No registrations found"
        text="No registration matches the search and the filters."
      >
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      </EmptyState>
    )
  }
  if (search.year === 'All') {
    return (
      <EmptyState icon={Users} title="No registrations yet" text="Registrations will show up here.">
        <Button variant="default" onClick={onReload}>
          Refresh
        </Button>
      </EmptyState>
    )
  }
  return (
    <div className="stack">
      <SetUpSeason />
      <EmptyState
        icon={CalendarClock}
        title={`No registrations for ${seasonLabel(season)} yet`}
        text="Registrations for this season's events will show up here."
      >
        <Button variant="default" onClick={() => onChange({ year: 'All' })}>
          Show all years
        </Button>
      </EmptyState>
    </div>
  )
}
