import { Button } from '@mantine/core'
import { FileDown } from 'lucide-react'
import type { importHours } from '#contract/bulk-jobs/hours.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { csvOf } from '#web/core/texts/csv.ts'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { showBulk } from './admin-bulk.tsx'
import { HoursTable } from './hours-table.tsx'

export type Report = Data<typeof importHours>

const words = { updated: 'Updated', unchanged: 'Unchanged', failed: 'Failed' } as const

/** What became of each row of an uploaded list. */
export function HoursReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { results, jobId } = report
  const cells = results.map(({ email, hours, status, error }) => [
    email,
    String(hours),
    words[status],
    error ?? 'None',
  ])
  const summary = (['failed', 'updated', 'unchanged'] as const)
    .map((status) => ({ status, count: results.filter((result) => result.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => ({
      text: `${shownCount(count)} × ${words[status]}`,
      isRefused: status === 'failed',
    }))
  return (
    <>
      <HoursTable
        label="Report"
        summary={summary}
        columns={['Email', 'Hours', 'Status', 'Error']}
        rows={results.map(({ status }, index) => ({
          number: index + 1,
          cells: cells[index] as string[],
          isRefused: status === 'failed',
        }))}
      />
      <SidePanelFooter>
        <Button
          variant="default"
          leftSection={<FileDown size={14} aria-hidden />}
          onClick={() =>
            saveFile(csvOf([['Email', 'Hours', 'Status', 'Error'], ...cells]), 'hours-report.csv')
          }
        >
          Download report
        </Button>
        {jobId && (
          <Button
            variant="default"
            onClick={() => {
              onClose()
              showBulk({ jobId })
            }}
          >
            Certificates and undo
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </SidePanelFooter>
    </>
  )
}
