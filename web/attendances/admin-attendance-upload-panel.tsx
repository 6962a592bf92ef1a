import { Alert, Button, List, Select, Text, Title } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { getActivities } from '#contract/activities/calls.ts'
import {
  getAccountAttendances,
  getSlotAttendance,
  type ReadRow,
  type UploadedAttendance,
} from '#contract/attendances/calls.ts'
import { type PlainDate, shownDate } from '#contract/core/plain-dates.ts'
import { getSlotFindings } from '#contract/credit-findings/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant, shownTimeOf } from '#web/core/texts/instants.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { keepUpload, previewUpload, type Upload } from './attendance-upload.ts'
import { attendanceZones } from './attendance-zones.ts'

const reloads = [getSlotAttendance, getSlotFindings, getAccountAttendances, getActivities]

interface Props extends DialogProps {
  upload: Upload
  first: UploadedAttendance
}

/** Shows how a file was read, before it is stored. Asks for the time zone if the file names none. */
export default function AdminAttendanceUploadPanel({ upload, first, ...panel }: Props) {
  const [read, setRead] = useState(first)
  const [zone, setZone] = useState(upload.zone)
  const preview = useAct(previewUpload, {
    done: (answer, given) => {
      setRead(answer)
      setZone(given.zone)
    },
    failed: 'The file could not be sent. Please try again.',
  })
  const keep = useAct(keepUpload, {
    reloads,
    done: (answer) => {
      toastDone(uploadedWords(answer))
      panel.onClose()
    },
    failed: 'The file could not be sent. Please try again.',
  })
  return (
    <SidePanel {...panel} title="Upload report" about={upload.file.name} size={760}>
      <div className="stack pad">
        {read.kind === null ? (
          <Alert role="alert" color="red" icon={<CircleAlert size={18} />} title="This file cannot be read">
            {read.problems[0]?.problem}
          </Alert>
        ) : (
          <Understood read={read}>
            {read.asksForZone && (
              <Select
                label="Time zone of the file"
                description="The file names none."
                data={attendanceZones}
                value={zone}
                allowDeselect={false}
                disabled={preview.isRunning}
                onChange={(next) => next && void preview.act({ ...upload, zone: next })}
                maw={280}
              />
            )}
          </Understood>
        )}
      </div>
      <SidePanelFooter>
        <FormProblem text={preview.problem ?? keep.problem} />
        {read.kind !== null && (
          <Button
            loading={keep.isRunning}
            disabled={preview.isRunning}
            onClick={() => void keep.act({ ...upload, zone })}
          >
            Keep report
          </Button>
        )}
        <Button variant="default" onClick={panel.onClose}>
          {read.kind === null ? 'Close' : 'Cancel'}
        </Button>
      </SidePanelFooter>
    </SidePanel>
  )
}

function Understood({ read, children }: { read: UploadedAttendance; children: ReactNode }) {
  const { about, days, rows, visits, answers, firstRows, problems } = read
  const doubts = problems.filter(({ line }) => line === null)
  const flaws = problems.filter(({ line }) => line !== null)
  const counts = [visits > 0 && counted(visits, 'visit'), answers > 0 && counted(answers, 'answer')]
  return (
    <>
      <Text>
        {about[0]?.toUpperCase()}
        {about.slice(1)} of {days.map((day) => shownDate(day as PlainDate)).join(', ') || 'no day'}:{' '}
        {counted(rows, 'row')}, of which {counts.filter(Boolean).join(' and ') || 'none'} count.
      </Text>
      {children}
      {doubts.length > 0 && (
        <Alert color="yellow" icon={<CircleAlert size={18} />} title="Please check the file">
          {doubts.map(({ problem }) => (
            <Text key={problem}>{problem}</Text>
          ))}
        </Alert>
      )}
      {flaws.length > 0 && (
        <Alert color="yellow" icon={<CircleAlert size={18} />} title="Please look at these rows">
          <List size="sm" mah="30dvh" style={{ overflow: 'auto' }}>
            {flaws.map(({ line, problem }) => (
              <List.Item key={`${line} ${problem}`}>
                Line {shownCount(line ?? 0)}: {problem}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Title order={3}>The first rows, as we read them</Title>
      <ul className="stack anywhere figures">
        {firstRows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one line differ only in their place
          <li key={place}>
            {row.name || row.email || 'Unknown person'}{' '}
            <span className="muted small">
              {row.name && row.email && `${row.email} · `}
              {asWords[row.as]}
            </span>
            <br />
            <span className="muted small">
              Line {shownCount(row.line)}
              {timesOf(row)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const asWords: Record<ReadRow['as'], string> = {
  present: 'Attendee',
  waiting: 'In the waiting room',
  absent: 'No-show',
  host: 'Host',
  panelist: 'Panelist',
  answer: 'Answered',
}

function timesOf({ from, to }: ReadRow): string {
  const [start, end] = [from && shownInstant(from), to && (from ? shownTimeOf(to) : shownInstant(to))]
  return [start, end].some(Boolean) ? ` · ${start ?? '?'}${end ? ` – ${end}` : ''}` : ''
}

function uploadedWords({ isNew, visits, answers }: UploadedAttendance): string {
  if (!isNew) return 'This report has already been uploaded'
  return `${answers > 0 && visits === 0 ? counted(answers, 'answer') : counted(visits, 'visit')} uploaded`
}
