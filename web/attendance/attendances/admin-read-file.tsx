import { Alert, Checkbox, List, Text, Title } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { decideAttendance, withdrawDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import type {
  ReadRow,
  ReportProblem,
  UploadedAttendance,
} from '#contract/attendance/attendance-uploads/calls.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { can } from '#web/core/session/can.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant, shownTimeOf } from '#web/core/texts/instants.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'

interface Offers {
  /** The earlier reports to set aside once the file is stored. */
  setsAside: number[]
  isBusy: boolean
  onSetAside: (reportId: number, isAside: boolean) => void
  /** Reads the file for another time slot. */
  onElsewhere: (slot: NonNullable<ReportProblem['slot']>) => void
  onTakeBack: (decisionIds: number[]) => void
}

interface Props extends Offers {
  read: UploadedAttendance
  /** The choices about the file. */
  children: ReactNode
}

/** Shows how a file was read: its rows, what they add, each doubt with its offer, and the first rows. */
export function AdminReadFile({ read, children, ...offers }: Props) {
  const { about, days, rows, visits, answers, firstRows, problems, adds } = read
  const doubts = problems.filter(({ line }) => line === null)
  const flaws = problems.filter(({ line }) => line !== null)
  const counts = [visits > 0 && counted(visits, 'visit'), answers > 0 && counted(answers, 'answer')]
  return (
    <>
      <Text>
        {about[0]?.toUpperCase()}
        {about.slice(1)} of {days.map((day) => shownDate(day as PlainDate)).join(', ') || 'no day'}:{' '}
        {counted(rows, 'row')}, of which {counts.filter(Boolean).join(' and ') || 'none'} count.{' '}
        {adds.join(' ')}
      </Text>
      {children}
      {doubts.length > 0 && (
        <Alert color="yellow" icon={<CircleAlert />} title="Please check the file">
          <ul className="stack">
            {doubts.map((doubt) => (
              <Doubt key={doubt.problem} doubt={doubt} {...offers} />
            ))}
          </ul>
        </Alert>
      )}
      {flaws.length > 0 && (
        <Alert color="yellow" icon={<CircleAlert />} title="Please look at these rows">
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

/** A doubt about the whole file, with what an administrator can do. */
function Doubt({
  doubt: { problem, earlier, slot, decisionIds },
  setsAside,
  isBusy,
  onSetAside,
  onElsewhere,
  onTakeBack,
}: Offers & { doubt: ReportProblem }) {
  return (
    <li className="tight">
      <Text>{problem}</Text>
      {earlier && can(decideAttendance) && (
        <Checkbox
          label={`${earlier.label} once this file is imported`}
          checked={setsAside.includes(earlier.reportId)}
          onChange={({ currentTarget: { checked } }) => onSetAside(earlier.reportId, checked)}
        />
      )}
      {slot && (
        <SmallButton loading={isBusy} onClick={() => onElsewhere(slot)}>
          Upload it there
        </SmallButton>
      )}
      {decisionIds && (
        <SmallButton needs={withdrawDecision} loading={isBusy} onClick={() => onTakeBack(decisionIds)}>
          Restore
        </SmallButton>
      )}
    </li>
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

function timesOf({ from, to }: ReadRow) {
  const [start, end] = [from && shownInstant(from), to && (from ? shownTimeOf(to) : shownInstant(to))]
  return [start, end].some(Boolean) ? ` · ${start ?? '?'}${end ? ` – ${end}` : ''}` : ''
}
