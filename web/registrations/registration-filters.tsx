import { Button, Select } from '@mantine/core'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { seasonLabel, seasonYears } from '#contract/core/season.ts'
import { compactSelect } from '#web/core/ui/compact-select.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import { EventFilters } from './event-filters.tsx'
import { Narrowings } from './narrowings.tsx'
import styles from './registration-filters.module.css'
import { filtersInUse, narrowings, type RegistrationSearch } from './registration-search.ts'

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
  const year = search.year ?? season
  const inUse = filtersInUse(search, season)

  return (
    <div className={styles.filters}>
      <SearchBox className={styles.search} placeholder="Name, email, company, phone" typed={typed} />
      <Button
        className={styles.fold}
        variant="default"
        size="xs"
        leftSection={<ListFilter size={15} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setOpen(!isOpen)}
      >
        {inUse > 0 ? `Filters (${inUse})` : 'Filters'}
      </Button>
      <div id={region} className={styles.choices} data-open={isOpen || undefined}>
        <Select
          className={styles.year}
          {...compactSelect('Year')}
          value={String(year)}
          data={[
            { value: 'All', label: 'All' },
            ...seasonYears(season).adminFilter.map((choice) => ({
              value: String(choice),
              label: seasonLabel(choice),
            })),
          ]}
          onChange={(choice) => {
            const chosen = choice === 'All' ? 'All' : Number(choice)
            onChange({
              year: chosen === season ? undefined : chosen,
              eventName: undefined,
              eventSlotId: undefined,
            })
          }}
        />
        <EventFilters chosen={search} year={year} onChange={onChange} />
        <Narrowings search={search} onChange={onChange} />
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
  ...Object.fromEntries(narrowings.map((name) => [name, undefined])),
}
