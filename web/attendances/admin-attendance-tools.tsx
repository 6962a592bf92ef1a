import { FileButton } from '@mantine/core'
import { CloudDownload, History, Upload } from 'lucide-react'
import { useRef } from 'react'
import { getActivities } from '#contract/activities/calls.ts'
import {
  type AttendanceReport,
  fetchAttendance,
  getAccountAttendances,
  getSlotAttendance,
  type SlotAttendance,
  type UploadedAttendance,
  uploadAttendance,
} from '#contract/attendances/calls.ts'
import { refusals } from '#contract/core/refusals.ts'
import { portalZone } from '#contract/core/season.ts'
import { getSlotFindings } from '#contract/credit-findings/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastError } from '#web/core/ui/toasts.tsx'
import { previewUpload, type Upload as Uploading } from './attendance-upload.ts'

interface Props {
  eventSlotId: number
  attendance: Pick<SlotAttendance, 'webinarId' | 'fetching' | 'reports'>
}

const reloads = [getSlotAttendance, getSlotFindings, getAccountAttendances, getActivities]

const attendanceReports = pagePanel<{ reports: AttendanceReport[] }>(
  () => import('./admin-attendance-reports-panel.tsx'),
)
const attendanceUpload = pagePanel<{ upload: Uploading; first: UploadedAttendance }>(
  () => import('./admin-attendance-upload-panel.tsx'),
)

/** The buttons that fetch a report, upload one, or list the reports. */
export function AdminAttendanceTools({ eventSlotId, attendance }: Props) {
  const { webinarId, fetching, reports } = attendance
  const reset = useRef<() => void>(null)
  const ask = useAct(fetchAttendance, {
    reloads,
    failed: 'The webinar platform could not be asked. Please try again.',
    tell: toastError,
  })
  const preview = useAct(previewUpload, {
    done: (first, upload) => attendanceUpload.show({ upload, first }),
    failed: 'The file could not be sent. Please try again.',
    tell: toastError,
  })

  return (
    <>
      <div className="row">
        <Allowed to={uploadAttendance}>
          <SmallButton
            icon={CloudDownload}
            disabled={webinarId === null}
            {...(webinarId === null && { title: refusals.WEBINAR_MISSING.message })}
            loading={ask.isRunning || fetching.isRunning}
            onClick={() => void ask.act({ body: { eventSlotId } })}
          >
            Fetch now
          </SmallButton>
          <FileButton
            resetRef={reset}
            accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
            onChange={(file) => {
              // Without this, choosing the same file again after an edit fires no event.
              reset.current?.()
              if (file) void preview.act({ eventSlotId, file, zone: portalZone })
            }}
          >
            {(props) => (
              <SmallButton {...props} icon={Upload} loading={preview.isRunning}>
                Upload report
              </SmallButton>
            )}
          </FileButton>
        </Allowed>
        <SmallButton
          icon={History}
          disabled={reports.length === 0}
          onClick={() => attendanceReports.show({ reports })}
        >
          Reports {reports.length > 0 && `(${shownCount(reports.length)})`}
        </SmallButton>
      </div>
      <attendanceReports.Panel />
      <attendanceUpload.Panel />
    </>
  )
}
