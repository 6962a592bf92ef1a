import { Badge, Stack } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import type { AttendanceReport } from '#contract/attendance/attendances/calls.ts'
import { getAttendanceSources, getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import type { SetAside } from '#contract/attendance/attendances/report-calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { saveFileOf } from '#web/core/ui/save-file.ts'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { coversWords, isWhole, reportName, setAsideWords, standingWords } from './attendance-words.ts'
import { useSetAside, useTakeBack } from './set-aside.ts'

interface Props extends DialogProps {
  eventSlotId: number
}

/** Every report of a slot, newest first: if it counts, and its source files. Each can be set aside and restored. */
export default function AdminAttendanceReportsPanel({ eventSlotId, ...panel }: Props) {
  const read = useData(getSlotAttendance, { query: { eventSlotId } })
  return (
    <SidePanel
      {...panel}
      title="Reports"
      about="Stored as received. All reports count together unless you set one aside."
      size={640}
    >
      <Loaded of={read}>
        {({ reports }) => (
          <ul className="lines pad anywhere figures">
            {reports.map((report) => (
              <Report key={report.reportId} eventSlotId={eventSlotId} report={report} reports={reports} />
            ))}
          </ul>
        )}
      </Loaded>
    </SidePanel>
  )
}

interface ReportProps {
  eventSlotId: number
  report: AttendanceReport
  reports: AttendanceReport[]
}

function Report({ eventSlotId, report, reports }: ReportProps) {
  const { counts, origin, uploadedBy, receivedAt, visits, answers, repeats, setAside, sha256 } = report
  const name = reportName(report)
  const at = shownInstant(receivedAt)
  const whole = setAside.find(isWhole)
  const save = useAct(saveSources, {
    failed: "Couldn't download the report. Try again.",
    tell: 'toast',
  })
  const aside = useSetAside(eventSlotId)
  const back = useTakeBack()
  const takeBack = (decision: SetAside) =>
    void back.act({ decisionIds: [decision.decisionId], name: `${name} of ${at}` })
  return (
    <Stack component="li" gap={4} py="sm">
      <div className="row">
        <span className="strong">{at}</span>
        <Badge size="sm" color={counts ? undefined : 'gray'} variant={counts ? 'filled' : 'light'}>
          {standingWords(report)}
        </Badge>
      </div>
      <div className="muted small">
        {origins[origin]}: {name}
        {uploadedBy && `, by ${uploadedBy}`} · {counted(visits, 'visit')}, {counted(answers, 'answer')}
      </div>
      <div className="muted small">
        {coversWords(report)}
        {repeats > 0 && ` · Received again ${counted(repeats, 'time')}`}
      </div>
      {setAside.map((decision) => (
        <div key={decision.decisionId} className="row small">
          {setAsideWords(decision)}
          {!isWhole(decision) && (
            <SmallButton
              needs={decideAttendance}
              loading={back.isRunning}
              aria-label={`Restore: ${setAsideWords(decision)}, report of ${at}`}
              onClick={() => takeBack(decision)}
            >
              Restore
            </SmallButton>
          )}
        </div>
      ))}
      <div className="muted tiny">SHA-256 {sha256}</div>
      <div className="row">
        {can(decideAttendance) && (counts || whole) && (
          // One button in both states, so that the focus stays on it.
          <SmallButton
            loading={aside.isRunning || back.isRunning}
            aria-label={whole ? `Restore the report of ${at}` : `Set aside the report of ${at}`}
            onClick={() =>
              whole ? takeBack(whole) : void aside.act({ report, reports, name: `${name} of ${at}` })
            }
          >
            {whole ? 'Restore' : 'Set aside'}
          </SmallButton>
        )}
        <SmallButton
          needs={getAttendanceSources}
          icon={FileDown}
          {...save.button(report)}
          aria-label={`Sources of ${at}`}
        >
          Sources
        </SmallButton>
      </div>
    </Stack>
  )
}

const origins = { platform: 'Fetched', upload: 'Uploaded', door: 'From the door' } as const

async function saveSources({ reportId, origin, originName }: AttendanceReport) {
  const name = origin === 'upload' ? originName : `attendance-${reportId}.json`
  await saveFileOf(getAttendanceSources, { params: { reportId } }, name)
}
