import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import { getFetchedNotes } from '#contract/attendance/attendance-uploads/calls.ts'
import type { AttendanceReport } from '#contract/attendance/attendances/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { reportName } from './attendance-words.ts'
import { useSetAside } from './set-aside.ts'

interface Props {
  eventSlotId: number
  reports: AttendanceReport[]
}

/** Says what the last fetch added, and who has less in it, with the offer to set an earlier report aside. */
export function AdminFetchedNote({ eventSlotId, reports }: Props) {
  const read = useData(getFetchedNotes, { query: { eventSlotId } }, { isForgotten: true })
  const aside = useSetAside(eventSlotId)
  const notes = (read.data?.notes ?? []).flatMap(({ reportId, adds, problems }) => {
    const report = reports.find((each) => each.reportId === reportId)
    return report ? [{ report, adds, problems }] : []
  })
  return (
    <>
      {notes.map(({ report, adds, problems }) => (
        <div key={report.reportId} className="tight small">
          <p className="muted">
            {reportName(report)} of {shownInstant(report.receivedAt)}: {adds.join(' ')}
          </p>
          {problems.map(({ problem, earlier }) => (
            <div key={problem} className="row">
              {problem}
              {earlier && (
                <SmallButton
                  needs={decideAttendance}
                  loading={aside.isRunning}
                  onClick={() => setAside(earlier.reportId)}
                >
                  {earlier.label}
                </SmallButton>
              )}
            </div>
          ))}
        </div>
      ))}
    </>
  )

  function setAside(reportId: number) {
    const report = reports.find((each) => each.reportId === reportId)
    if (!report) return
    void aside.act({ report, reports, name: `${reportName(report)} of ${shownInstant(report.receivedAt)}` })
  }
}
