import { Select } from '@mantine/core'
import { seasonLabel } from '#contract/core/season.ts'
import { mailStatuses, mailStatusLabels } from '#contract/foundation/mails/calls.ts'
import { compactSelect } from '#web/core/ui/compact-select.tsx'
import { FilterChip } from '#web/core/ui/filter-chip.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import type { MailSearch } from './mail-search.ts'

interface Props {
  search: MailSearch
  onChange: (changes: MailSearch) => void
}

const labels = { ...mailStatusLabels, undelivered: 'Failed or abandoned' }

export function MailFilters({ search: { search = '', status, year }, onChange }: Props) {
  const typed = useTypedSearch(search, (text) => onChange({ search: text || undefined }))
  return (
    <div className="row">
      <SearchBox placeholder="Name or email of the recipient" typed={typed} />
      <Select
        {...compactSelect('Status', 210)}
        value={status ?? ''}
        data={[
          { value: '', label: 'All' },
          ...mailStatuses.map((value) => ({ value, label: labels[value] })),
        ]}
        onChange={(value) => onChange({ status: mailStatuses.find((known) => known === value) })}
      />
      {year !== undefined && (
        <FilterChip label={seasonLabel(year)} onRemove={() => onChange({ year: undefined })} />
      )}
    </div>
  )
}
