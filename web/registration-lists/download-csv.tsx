import { Button, Menu } from '@mantine/core'
import { ChevronDown, FileDown } from 'lucide-react'
import { seasonLabel } from '#contract/core/season.ts'
import { exportRegisteredUsersCsv, exportUnregisteredUsersCsv } from '#contract/registration-lists/calls.ts'
import { callStream } from '#web/core/api/call.ts'
import { counted } from '#web/core/texts/counts.ts'
import { useCsvDownload } from '#web/core/ui/csv-download.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { filterQuery, type RegistrationSearch } from './registration-search.ts'
import type { unregisteredFilter } from './unregistered-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  /** The number of rows in the file. */
  total: number
}

/** Saves all registrations that match the filters as CSV, with its progress and a way to stop it. */
export function DownloadCsv({ search, season, total }: Props) {
  const year = search.year ?? season
  const { download, running } = useCsvDownload({
    name: `registrations-${year === 'All' ? 'all' : seasonLabel(year)}.csv`,
    total,
    open: (columns: 'all' | undefined, signal) =>
      callStream(exportRegisteredUsersCsv, { query: { ...filterQuery(search, season), columns } }, signal),
    saved: `${counted(total, 'registration is', 'registrations are')} saved as CSV`,
  })
  return (
    running || (
      <Button.Group>
        <SmallButton icon={FileDown} onClick={() => void download(undefined)}>
          Download CSV
        </SmallButton>
        <Menu position="bottom-end">
          <Menu.Target>
            <SmallButton px={6} aria-label="More ways to download">
              <ChevronDown size={15} />
            </SmallButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void download('all')}>
              With first and last name, consent, memberships and days
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    )
  )
}

interface UnregisteredProps {
  filter: ReturnType<typeof unregisteredFilter>
  /** The number of rows in the file. */
  total: number
}

/** Saves all people without a registration that match the filters. */
export function DownloadUnregisteredCsv({ filter, total }: UnregisteredProps) {
  const { download, running } = useCsvDownload({
    name: `non-registered-users-${seasonLabel(filter.year)}.csv`,
    total,
    open: (_: undefined, signal) => callStream(exportUnregisteredUsersCsv, { query: filter }, signal),
    saved: `${counted(total, 'person is', 'people are')} saved as CSV`,
  })
  return (
    running || (
      <SmallButton icon={FileDown} onClick={() => void download(undefined)}>
        Download CSV
      </SmallButton>
    )
  )
}
