import { Box, Button } from '@mantine/core'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { seasonYears } from '#contract/core/season.ts'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import { EventFilters } from './event-filters.tsx'
import { FilterChips } from './filter-chips.tsx'
import { chipFilters, filtersInUse, type RegistrationSearch } from './registration-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  onChange: (changes: RegistrationSearch) => void
}

/** The filters of All Registrations. On narrow screens, a button unfolds them. */
export function RegistrationFilters({ search, season, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  const typed = useTypedSearch(search.search ?? '', (text) => onChange({ search: text || undefined }))
  const inUse = filtersInUse(search, season)

  return (
    <div className="row">
      <SearchBox placeholder="Name, email, company, phone" typed={typed} />
      <SmallButton
        hiddenFrom="sm"
        icon={ListFilter}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setOpen(!isOpen)}
      >
        {inUse > 0 ? `Filters (${inUse})` : 'Filters'}
      </SmallButton>
      <Box id={region} display={{ base: isOpen ? 'contents' : 'none', sm: 'contents' }}>
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
      </Box>
    </div>
  )
}

/** The changes that remove every filter. */
export const noFilters: RegistrationSearch = Object.fromEntries(
  ['search', 'year', 'eventName', 'eventSlotId', ...chipFilters].map((name) => [name, undefined]),
)
