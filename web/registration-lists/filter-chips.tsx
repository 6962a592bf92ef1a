import { FilterChip } from '#web/core/ui/filter-chip.tsx'
import { focuses } from '#web/slots/focuses.ts'
import { type ChipFilter, chipFilters, type RegistrationSearch } from './registration-search.ts'

interface Props {
  search: RegistrationSearch
  onChange: (changes: RegistrationSearch) => void
}

/** The filters that the dashboard set, in words. A click removes one. */
export function FilterChips({ search, onChange }: Props) {
  return chipFilters
    .filter((name) => search[name] !== undefined)
    .map((name) => (
      <FilterChip key={name} label={wordsOf(name, search)} onRemove={() => onChange({ [name]: undefined })} />
    ))
}

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
} as const
const credited = {
  none: 'No hours in the season yet',
  some: '1 to 7 hours in the season',
  enough: '8 hours or more in the season',
  short: 'Less than 8 hours in the season',
} as const

function wordsOf(name: ChipFilter, search: RegistrationSearch): string {
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
