import { Button } from '@mantine/core'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { seasonYears } from '#contract/core/season.ts'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import { EventFilters } from './event-filters.tsx'
import { FilterChips } from './filter-chips.tsx'
import styles from './registration-filters.module.css'
import { chipFilters, filtersInUse, type RegistrationSearch } from './registration-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  onChange: (changes: RegistrationSearch) => void
}

/** Search, year, event and slot of All Registrations; folded away on narrow screens. */
export function RegistrationFilters({ search, season, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  const typed = useTypedSearch(search.search ?? '', (text) => onChange({ search: text || undefined }))
  const inUse = filtersInUse(search, season)

  return (
    <div className="row">
      <SearchBox placeholder="Name, email, company, phone" typed={typed} />
      <SmallButton
        className={styles.fold}
        icon={ListFilter}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setOpen(!isOpen)}
      >
        {inUse > 0 ? `Filters (${inUse})` : 'Filters'}
      </SmallButton>
      <div id={region} className={styles.choices} data-open={isOpen || undefined}>
        <EventFilters
          years={['All', ...seasonYears(season).adminFilter]}
          season={season}
          chosen={search}
          onChange={onChange}
        />
        <FilterChips search={search} onChange={onChange} />
        {inUse > 0 && (
          <Button
            variant="subtle"
            size="xs"
            onClick={() => {
              typed.forget()
              onChange(noFilters)
            }}
          >
            Clear filters
          </Button>
        )}
      </div>
    </div>
  )
}

/** The changes that take every filter away. */
export const noFilters: RegistrationSearch = {
  search: undefined,
  year: undefined,
  eventName: undefined,
  eventSlotId: undefined,
  ...Object.fromEntries(chipFilters.map((name) => [name, undefined])),
}
