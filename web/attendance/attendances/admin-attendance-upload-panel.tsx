import { Alert, Button, Group, Select } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReportProblem, UploadedAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { reloads } from '#web/attendance/attendance-decisions/answered.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted } from '#web/core/texts/counts.ts'
import { attendanceZones } from '#web/core/texts/zones.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { AdminReadFile } from './admin-read-file.tsx'
import type { Upload } from './attendance-upload.ts'
import { keepUpload, previewUpload } from './attendance-upload.ts'
import { useTakeBack } from './set-aside.ts'

interface Props extends DialogProps {
  upload: Upload
  first: UploadedAttendance
}

/**
 * Shows how a file was read and what it adds, before storing it. Offers another zone for its times, asks for
 * their day if they have no dates, and offers each doubt's remedy: to set an earlier report aside, or to
 * upload the file for another time slot.
 */
export default function AdminAttendanceUploadPanel({ upload, first, ...panel }: Props) {
  const [read, setRead] = useState(first)
  const [sent, setSent] = useState(upload)
  const [elsewhere, setElsewhere] = useState<ReportProblem['slot']>()
  const [setsAside, setSetsAside] = useState<number[]>([])
  const back = useTakeBack()
  const preview = useAct(previewUpload, {
    done: (answer, given) => {
      setRead(answer)
      setSent(given)
    },
    failed: "Couldn't upload the file. Try again.",
  })
  const keep = useAct(keepUpload, {
    reloads,
    confirm: ({ isConfirmed }) =>
      isConfirmed === true && {
        title: 'Import a report of another webinar?',
        message: read.problems[0]?.problem ?? '',
        confirmLabel: 'Import it',
      },
    done: (answer) => {
      toastDone(uploadedWords(answer))
      panel.onClose()
    },
    failed: "Couldn't upload the file. Try again.",
  })
  return (
    <SidePanel
      {...panel}
      title="Upload report"
      about={[upload.file.name, elsewhere && whereWords(elsewhere)].filter(Boolean).join(' for ')}
      size={760}
    >
      <div className="stack pad">
        {read.kind === null ? (
          <Alert role="alert" color="red" icon={<CircleAlert />} title="This file cannot be read">
            {read.problems[0]?.problem}
          </Alert>
        ) : (
          <AdminReadFile
            read={read}
            setsAside={setsAside}
            isBusy={preview.isRunning || back.isRunning}
            onSetAside={(reportId, isAside) =>
              setSetsAside((ids) => [...ids.filter((id) => id !== reportId), ...(isAside ? [reportId] : [])])
            }
            onElsewhere={(slot) => {
              setElsewhere(slot)
              setSetsAside([])
              void preview.act({ ...sent, eventSlotId: slot.eventSlotId, day: undefined })
            }}
            onTakeBack={async (decisionIds) => {
              await back.act({ decisionIds, name: upload.file.name })
              await preview.act(sent)
            }}
          >
            <Choices
              read={read}
              sent={sent}
              namesZone={!first.asksForZone}
              isBusy={preview.isRunning}
              onChange={(changes) => void preview.act({ ...sent, ...changes })}
            />
          </AdminReadFile>
        )}
      </div>
      <SidePanelFooter>
        <FormProblem text={preview.problem ?? keep.problem} />
        <Button variant="default" onClick={panel.onClose}>
          {read.kind === null ? 'Close' : 'Cancel'}
        </Button>
        {read.kind !== null && (
          <Button
            {...keep.button({ ...sent, setsAside, isConfirmed: read.isOfOtherWebinar })}
            disabled={preview.isRunning || (read.askedDays !== undefined && !read.day)}
          >
            Import report
          </Button>
        )}
      </SidePanelFooter>
    </SidePanel>
  )
}

interface ChoicesProps {
  read: UploadedAttendance
  sent: Upload
  /** The file itself names a zone. */
  namesZone: boolean
  isBusy: boolean
  onChange: (changes: Partial<Upload>) => void
}

const asNamed = 'as-named'

/** The zone of the file's times, and the day of undated ones. */
function Choices({ read, sent, namesZone, isBusy, onChange }: ChoicesProps) {
  const zones = namesZone
    ? [{ value: asNamed, label: 'As stated in the file' }, ...attendanceZones]
    : attendanceZones
  return (
    <Group align="flex-start">
      <Select
        label="Time zone of the file"
        description={namesZone ? 'Choose another one if the times look wrong.' : "The file doesn't say."}
        data={zones}
        value={namesZone && !sent.zoneWins ? asNamed : sent.zone}
        allowDeselect={false}
        disabled={isBusy}
        onChange={(zone) =>
          zone && onChange(zone === asNamed ? { zoneWins: false } : { zone, zoneWins: namesZone })
        }
        w={280}
      />
      {read.askedDays && (
        <Select
          label="Day of the times"
          description={read.day && !sent.day ? 'From a line above the table.' : 'The times have no dates.'}
          placeholder="Choose the day"
          data={daysToChoose(read).map((day) => ({ value: day, label: shownDate(day as PlainDate) }))}
          value={read.day ?? null}
          allowDeselect={false}
          disabled={isBusy}
          onChange={(day) => day && onChange({ day })}
          w={280}
        />
      )}
    </Group>
  )
}

/** Returns the slot's days, and the file's day if it is another. */
function daysToChoose({ askedDays = [], day }: UploadedAttendance) {
  return [...new Set([...askedDays, ...(day ? [day] : [])])]
}

function uploadedWords({ isNew, visits, answers }: UploadedAttendance) {
  if (!isNew) return 'This report has already been uploaded'
  return `${answers > 0 && visits === 0 ? counted(answers, 'answer') : counted(visits, 'visit')} uploaded`
}

function whereWords({ eventName, slot }: NonNullable<ReportProblem['slot']>) {
  return `${eventName}, ${shownTimeslot(slot)}`
}
