import { Button } from '@mantine/core'
import { FileDown } from 'lucide-react'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { getSlotHours, importHours } from '#contract/office/bulk-jobs/hours.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted } from '#web/core/texts/counts.ts'
import { csvOf } from '#web/core/texts/csv.ts'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { bulkJobs } from './admin-bulk.tsx'
import { BulkPreview } from './bulk-preview.tsx'

export type Report = Data<typeof importHours>

const words = { updated: 'Updated', unchanged: 'Unchanged', failed: 'Failed' } as const

interface Props {
  report: Report
  /** The list as it was sent. */
  sent: Input<typeof importHours>['body']
  onReport: (report: Report) => void
  onClose: () => void
}

/** The result per row of an uploaded list. Unusual hours can be confirmed with a reason, and are sent again. */
export function HoursReport({ report, sent, onReport, onClose }: Props) {
  const { results, jobId } = report
  const unusual = results.flatMap(({ isUnusual }, place) => (isUnusual ? [place] : []))
  const confirm = useAct(importHours, {
    reloads: [getAllRegisteredUsers, getSlotHours],
    failed: 'Something went wrong during submission.',
    done: (answer) =>
      onReport({
        jobId: answer.jobId ?? jobId,
        results: results.map((result, place) => answer.results[unusual.indexOf(place)] ?? result),
      }),
  })

  async function ask() {
    const reason = await askReason({
      title: 'Give these unusual hours?',
      message: `${counted(unusual.length, 'row')}: more hours than the event taught, or before it has ended. The notes of a row are its reason. Rows without notes get this one, also in the email with their certificate.`,
      confirmLabel: 'Give them anyway',
      tone: 'danger',
      reason: { label: 'Reason', placeholder: 'Stored with the hours; inspectors see it' },
    })
    if (reason === undefined) return
    const data = unusual.flatMap((place) => sent.data[place] ?? [])
    await confirm.act({ body: { ...sent, data, reason, isConfirmed: true } })
  }

  const rows = results.map(({ email, hours, status, error }, index) => ({
    who: email,
    more: `Row ${index + 1} · ${shownHours(hours)}`,
    why: error ?? words[status],
    verdict: words[status],
    isChanging: status === 'updated',
    isRefused: status === 'failed',
  }))

  function save() {
    const lines = results.map(({ email, hours, status, error }) => [
      email,
      String(hours),
      words[status],
      error ?? 'None',
    ])
    saveFile(csvOf([['Email', 'Hours', 'Status', 'Error'], ...lines]), 'hours-report.csv')
  }

  return (
    <>
      <BulkPreview label="Report" rows={rows} />
      <SidePanelFooter>
        <FormProblem text={confirm.problem} />
        {unusual.length > 0 && (
          <Button loading={confirm.isRunning} onClick={() => void ask()}>
            Confirm {counted(unusual.length, 'unusual row')}
          </Button>
        )}
        <Button variant="default" leftSection={<FileDown size={14} />} onClick={save}>
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
