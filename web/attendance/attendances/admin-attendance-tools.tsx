import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ClipboardList, CloudDownload, History } from 'lucide-react'
import { uploadAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import type { SlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { fetchAttendance } from '#contract/attendance/attendances/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { reloads } from '#web/attendance/attendance-decisions/answered.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { AdminUploadReport, attendanceUpload } from './admin-upload-report.tsx'

interface Props {
  eventSlotId: number
  attendance: Pick<SlotAttendance, 'webinarId' | 'isInPerson' | 'fetching' | 'reports'>
}

const attendanceReports = pagePanel<{ eventSlotId: number }>(
  () => import('./admin-attendance-reports-panel.tsx'),
)

/** The buttons that fetch a report, upload one, or list the reports. */
export function AdminAttendanceTools({ eventSlotId, attendance }: Props) {
  const { webinarId, isInPerson, fetching, reports } = attendance
  const ask = useAct(fetchAttendance, {
    reloads,
    failed: "Couldn't reach the webinar platform. Try again.",
    tell: 'toast',
  })

  return (
    <>
      <div className="row">
        {can(uploadAttendance) && (
          <>
            {!isInPerson && (
              <SmallButton
                icon={CloudDownload}
                disabled={webinarId === null}
                {...(webinarId === null && { title: refusals.WEBINAR_MISSING.message })}
                loading={ask.isRunning || fetching.isRunning}
                onClick={() => void ask.act({ body: { eventSlotId } })}
              >
                Get report
              </SmallButton>
            )}
            <AdminUploadReport eventSlotId={eventSlotId}>Upload report</AdminUploadReport>
          </>
        )}
        <SmallButton
          icon={History}
          disabled={reports.length === 0}
          onClick={() => attendanceReports.show({ eventSlotId })}
        >
          Reports {reports.length > 0 && `(${shownCount(reports.length)})`}
        </SmallButton>
        {isInPerson && (
          <Button
            component={Link}
            to={paths.signInSheet({ eventSlotId })}
            variant="default"
            size="xs"
            leftSection={<ClipboardList size={15} />}
          >
            Sign-in sheet
          </Button>
        )}
      </div>
      <attendanceReports.Panel />
      <attendanceUpload.Panel />
    </>
  )
}
