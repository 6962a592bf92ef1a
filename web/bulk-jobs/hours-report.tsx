import { Button } from '@mantine/core'
import { FileDown } from 'lucide-react'
import type { importHours } from '#contract/bulk-jobs/hours.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { csvOf } from '#web/core/texts/csv.ts'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { bulkJobs } from './admin-bulk.tsx'
import { HoursTable } from './hours-table.tsx'

export type Report = Data<typeof importHours>

const words = { updated: 'Updated', unchanged: 'Unchanged', failed: 'Failed' } as const
const columns: [string, string, string, string] = ['Email', 'Hours', 'Status', 'Error']

/** The result of each row of an uploaded list. */
export function HoursReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { results, jobId } = report
  const rows = results.map(({ email, hours, status, error }) => ({
    cells: [email, String(hours), words[status], error ?? 'None'],
    verdict: words[status],
    isRefused: status === 'failed',
  }))
  return (
    <>
      <HoursTable label="Report" columns={columns} rows={rows} />
      <SidePanelFooter>
        <Button
          variant="default"
          leftSection={<FileDown size={14} />}
          onClick={() => saveFile(csvOf([columns, ...rows.map(({ cells }) => cells)]), 'hours-report.csv')}
        >
          Download report
        </Button>
        {jobId && (
          <Button
            variant="default"
            onClick={() => {
              onClose()
              bulkJobs.show({ bulk: { jobId } })
            }}
          >
            View progress
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </SidePanelFooter>
    </>
  )
}
