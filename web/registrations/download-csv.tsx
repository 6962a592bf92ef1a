import { Button } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { exportRegisteredUsersCsv } from '#contract/registrations.ts'
import { seasonLabel } from '#contract/season.ts'
import { useAct } from '#web/platform/api/act.ts'
import { callFile } from '#web/platform/api/call.ts'
import { saveFile } from '#web/platform/ui/save-file.ts'
import { toastError } from '#web/platform/ui/toasts.tsx'
import { filterQuery, type RegistrationSearch } from './registration-search.ts'

/** Saves all registrations of the filters, not only the page's, as CSV. */
export function DownloadCsv({ search, season }: { search: RegistrationSearch; season: number }) {
  const { act: download, isRunning } = useAct(
    async () => {
      const csv = await callFile(exportRegisteredUsersCsv, { query: filterQuery(search, season) })
      const year = search.year ?? season
      saveFile(csv, `registrations-${year === 'All' ? 'all' : seasonLabel(year)}.csv`)
    },
    { failed: 'Failed to export CSV. Please try again.', tell: toastError },
  )
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<FileDown size={15} aria-hidden />}
      loading={isRunning}
      onClick={() => void download()}
    >
      Download CSV
    </Button>
  )
}
