import type { ListFormat } from '#contract/core/list-files.ts'
import { seasonLabel } from '#contract/core/season.ts'
import {
  exportRegisteredUsersCsv,
  exportUnregisteredUsersCsv,
} from '#contract/registrations/registration-lists/calls.ts'
import { callStream } from '#web/core/api/call.ts'
import { counted } from '#web/core/texts/counts.ts'
import { DownloadButton } from '#web/core/ui/download-button.tsx'
import { useListDownload } from '#web/core/ui/list-download.tsx'
import type { RegistrationSearch } from './registration-search.ts'
import { filterQuery } from './registration-search.ts'
import type { unregisteredFilter } from './unregistered-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  /** The number of rows in the file. */
  total: number
}

const allColumns = 'with first and last name, consent, memberships and days'

/** Saves all registrations that match the filters as CSV or an Excel workbook, with progress and a way to stop. */
export function DownloadRegistrations({ search, season, total }: Props) {
  const year = search.year ?? season
  const { download, running } = useListDownload({
    name: `registrations-${year === 'All' ? 'all' : seasonLabel(year)}`,
    total,
    open: ({ format, columns }: { format: ListFormat; columns?: 'all' }, signal) =>
      callStream(
        exportRegisteredUsersCsv,
        { query: { ...filterQuery(search, season), columns, format } },
        signal,
      ),
    saved: counted(total, 'registration is', 'registrations are'),
  })
  const withAll = (format: ListFormat) => () => void download({ format, columns: 'all' })
  return (
    running || (
      <DownloadButton
        onDownload={(format) => void download({ format })}
        more={[
          { label: `CSV ${allColumns}`, onClick: withAll('csv') },
          { label: `Excel workbook ${allColumns}`, onClick: withAll('xlsx') },
        ]}
      />
    )
  )
}

interface UnregisteredProps {
  filter: ReturnType<typeof unregisteredFilter>
  /** The number of rows in the file. */
  total: number
}

/** Saves all people without a registration that match the filters. */
export function DownloadUnregistered({ filter, total }: UnregisteredProps) {
  const { download, running } = useListDownload({
    name: `non-registered-users-${seasonLabel(filter.year)}`,
    total,
    open: ({ format }, signal) =>
      callStream(exportUnregisteredUsersCsv, { query: { ...filter, format } }, signal),
    saved: counted(total, 'person is', 'people are'),
  })
  return running || <DownloadButton onDownload={(format) => void download({ format })} />
}
