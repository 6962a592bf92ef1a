import { Box, Button } from '@mantine/core'
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { seasonYears } from '#contract/core/season.ts'
import { FilterChip } from '#web/core/ui/filter-chip.tsx'
import styles from '#web/core/ui/list-page.module.css'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import { focuses } from '#web/events/slots/focuses.ts'
import { EventFilters } from './event-filters.tsx'
import type { ChipFilter, RegistrationSearch } from './registration-search.ts'
import { chipFilters, filtersInUse } from './registration-search.ts'
import { SavedFiltersMenu } from './saved-filters-menu.tsx'

interface Props {
  search: RegistrationSearch
  season: number
  /** The list is of one event, so only its slot is chosen. */
  isOfEvent?: boolean
  onChange: (changes: RegistrationSearch) => void
  /** Shown at the end of their line. */
  children: ReactNode
}

/** The filters of All Registrations. On narrow screens, a button unfolds them. */
export function RegistrationFilters({ search, season, isOfEvent = false, onChange, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  const typed = useTypedSearch(search.search ?? '', (text) => onChange({ search: text || undefined }))
  const inUse = filtersInUse(
    isOfEvent ? { ...search, year: season, eventName: undefined, eventSlotId: undefined } : search,
    season,
  )

  return (
    <div className={`row ${styles.line}`}>
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
          isOfEvent={isOfEvent}
          chosen={search}
          onChange={onChange}
        />
        {chipFilters
          .filter((name) => search[name] !== undefined)
          .map((name) => (
            <FilterChip
              key={name}
              label={wordsOf(name, search)}
              onRemove={() => onChange({ [name]: undefined })}
            />
          ))}
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
        {!isOfEvent && (
          <SavedFiltersMenu
            search={search}
            canSave={inUse > 0 || search.sort !== undefined}
            onChange={(changes) => {
              if (changes.search !== search.search) typed.forget()
              onChange(changes)
            }}
          />
        )}
      </Box>
      {children}
    </div>
  )
}

/** The changes that remove every filter. */
export const noFilters: RegistrationSearch = Object.fromEntries(
  ['search', 'year', 'eventName', 'eventSlotId', ...chipFilters].map((name) => [name, undefined]),
)

const memberships = {
  aopa: 'AOPA members',
  nbaa: 'NBAA members',
  vai: 'VAI members',
  none: 'No membership',
} as const
const certificates = {
  none: 'Without a certificate',
  issued: 'Certificate issued',
  mailed: 'Certificate emailed',
  unmailed: 'Certificate not emailed yet',
} as const
const credited = {
  none: 'No hours in the season yet',
  some: '1 to 7 hours in the season',
  enough: '8 hours or more in the season',
  short: 'Less than 8 hours in the season',
} as const

function wordsOf(name: ChipFilter, search: RegistrationSearch) {
  switch (name) {
    case 'focusId':
      return focuses.find(({ focusId }) => focusId === search.focusId)?.focusName ?? 'Another focus'
    case 'membership':
      return memberships[search.membership ?? 'none']
    case 'certificate':
      return certificates[search.certificate ?? 'none']
    case 'joinUrl':
      return 'Without a join link'
    case 'credited':
      return credited[search.credited ?? 'none']
    default:
      return search[name] ?? ''
  }
}
