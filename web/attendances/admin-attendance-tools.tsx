import { Alert, FileButton, List } from '@mantine/core'
import { CircleAlert, CloudDownload, History, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { getActivities } from '#contract/activities/calls.ts'
import {
  type AttendanceReport,
  fetchAttendance,
  getAccountAttendances,
  getSlotAttendance,
  type SlotAttendance,
  uploadAttendance,
} from '#contract/attendances/calls.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { refusals } from '#contract/core/refusals.ts'
import { useAct } from '#web/core/api/act.ts'
import { sendFile } from '#web/core/api/upload.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'

interface Props {
  eventSlotId: number
  attendance: Pick<SlotAttendance, 'webinarId' | 'fetching' | 'reports'>
}

type Uploaded = Data<typeof uploadAttendance>

const reloads = [getSlotAttendance, getAccountAttendances, getActivities]

const attendanceReports = pagePanel<{ reports: AttendanceReport[] }>(
  () => import('./admin-attendance-reports-panel.tsx'),
)

/** The buttons that fetch a report, upload one, or list the reports. */
export function AdminAttendanceTools({ eventSlotId, attendance }: Props) {
  const { webinarId, fetching, reports } = attendance
  const [problems, setProblems] = useState<Uploaded['problems']>([])
  const reset = useRef<() => void>(null)
  const ask = useAct(fetchAttendance, {
    reloads,
    failed: 'The webinar platform could not be asked. Please try again.',
    tell: toastError,
  })
  const upload = useAct(send, {
    reloads,
    done: (uploaded) => {
      setProblems(uploaded.problems)
      if (uploaded.problems.length === 0) toastDone(uploadedWords(uploaded))
    },
    failed: 'The list could not be sent. Please try again.',
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
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={(file) => {
              // Without this, choosing the same file again after an edit fires no event.
              reset.current?.()
              if (file) void upload.act({ eventSlotId, file })
            }}
          >
            {(props) => (
              <SmallButton {...props} icon={Upload} loading={upload.isRunning}>
                Upload CSV
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
      {problems.length > 0 && (
        <Alert
          role="alert"
          color="red"
          icon={<CircleAlert size={18} />}
          title="Nothing of this list was kept"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setProblems([])}
        >
          <List size="sm" mah="30dvh" style={{ overflow: 'auto' }}>
            {problems.map(({ line, problem }) => (
              <List.Item key={`${line} ${problem}`}>
                {line !== null && `Line ${shownCount(line)}: `}
                {problem}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}

function send({ eventSlotId, file }: { eventSlotId: number; file: File }): Promise<Uploaded> {
  return sendFile(uploadAttendance, { params: { eventSlotId } }, file)
}

function uploadedWords({ isNew, visits }: Uploaded): string {
  return isNew ? `${counted(visits, 'visit')} uploaded` : 'This list was uploaded before'
}
