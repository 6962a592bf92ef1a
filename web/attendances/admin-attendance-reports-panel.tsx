import { Badge, Button } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { type AttendanceReport, getAttendanceSources } from '#contract/attendances/calls.ts'
import { type PlainDate, shownDate } from '#contract/core/plain-dates.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { toastError } from '#web/core/ui/toasts.tsx'
import { reportName } from './attendance-words.ts'

/** Every report of a slot, newest first, each with its source files. */
export default function AdminAttendanceReportsPanel({
  reports,
  ...panel
}: { reports: AttendanceReport[] } & DialogProps) {
  return (
    <SidePanel {...panel} title="Reports" about="Kept as we received them" size={520}>
      <ul className="stack pad anywhere figures">
        {reports.map((report) => (
          <li key={report.reportId} className="spread">
            <Report report={report} />
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}

function Report({ report }: { report: AttendanceReport }) {
  const { isShown, origin, uploadedBy, receivedAt, days, visits, answers, repeats, sha256 } = report
  const name = reportName(report)
  const { act, isRunning } = useAct(saveSources, {
    failed: 'The report could not be saved. Please try again.',
    tell: toastError,
  })
  return (
    <>
      <div>
        <div>
          {shownInstant(receivedAt)} {isShown && <Badge size="sm">Shown</Badge>}
        </div>
        <div className="muted small">
          {origin === 'platform' ? `From ${name}` : `Uploaded: ${name}`}
          {uploadedBy && `, by ${uploadedBy}`} · {counted(visits, 'visit')}, {counted(answers, 'answer')}
        </div>
        <div className="muted small">
          Covers {days.map((day) => shownDate(day as PlainDate)).join(', ') || 'no day'}
          {repeats > 0 && ` · Received again ${counted(repeats, 'time')}`}
        </div>
        <div className="muted tiny">SHA-256 {sha256}</div>
      </div>
      <Allowed to={getAttendanceSources}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<FileDown size={15} aria-hidden />}
          loading={isRunning}
          aria-label={`Sources of ${shownInstant(receivedAt)}`}
          onClick={() => void act(report)}
        >
          Sources
        </Button>
      </Allowed>
    </>
  )
}

async function saveSources({ reportId, origin, originName }: AttendanceReport): Promise<void> {
  const name = origin === 'upload' ? originName : `attendance-${reportId}.json`
  saveFile(await callFile(getAttendanceSources, { params: { reportId } }), name)
}
