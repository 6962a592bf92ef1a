import { Alert, Button, TextInput } from '@mantine/core'
import { CalendarX, Info, Printer } from 'lucide-react'
import { useState } from 'react'
import type { DayPerson, DoorState } from '#contract/attendance/check-ins/days.ts'
import {
  doorHours,
  exportDoorDay,
  getDoorDay,
  isExpected,
  lunchesOf,
  stateOf,
} from '#contract/attendance/check-ins/days.ts'
import type { ListFormat } from '#contract/core/list-files.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { isPlainDate, shownDay } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownTimeOf } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { BigNumbers } from '#web/core/ui/big-numbers.tsx'
import { DownloadButton } from '#web/core/ui/download-button.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { toastError } from '#web/core/ui/toasts.tsx'
import styles from './admin-door-day-page.module.css'

/** A check-in shows within five seconds. */
const everyMs = 4_000

/** One day of in-person events: who is expected, in the room, out of it or missing, hour by hour. */
export default function AdminDoorDayPage() {
  const [day, setDay] = useState<PlainDate>(() => easternDay(new Date()))
  const { act: download, isRunning } = useAct(
    async (format: ListFormat) =>
      saveFile(await callFile(exportDoorDay, { query: { day, format } }), `check-ins-${day}.${format}`),
    { failed: 'The file could not be saved. Please try again.', tell: toastError },
  )
  return (
    <AdminPage title="At the door" about={`The in-person events on ${shownDay(day)}.`}>
      <div className={`row ${styles.tools}`}>
        <TextInput
          type="date"
          size="xs"
          aria-label="Day"
          value={day}
          onChange={({ currentTarget: { value } }) => isPlainDate(value) && setDay(value)}
        />
        <Allowed to={exportDoorDay}>
          <DownloadButton loading={isRunning} onDownload={(format) => void download(format)} />
        </Allowed>
        <SmallButton icon={Printer} onClick={() => print()}>
          Print
        </SmallButton>
      </div>
      <Loaded
        of={useData(getDoorDay, { query: { day } }, { every: everyMs })}
        loading={<TableSkeleton label="Loading the people" />}
      >
        {({ people, nextDay }) =>
          people.length > 0 ? (
            <Day day={day} people={people} />
          ) : (
            <EmptyState
              icon={CalendarX}
              title="No one is expected"
              text={`No one is registered for an in-person event on ${shownDay(day)}.`}
            >
              {nextDay && (
                <Button variant="default" size="sm" onClick={() => setDay(nextDay)}>
                  Go to {shownDay(nextDay)}
                </Button>
              )}
            </EmptyState>
          )
        }
      </Loaded>
    </AdminPage>
  )
}

function Day({ day, people }: { day: PlainDate; people: DayPerson[] }) {
  const now = new Date()
  const states = people.map((person) => stateOf(person, now))
  const count = (state: DoorState) => states.filter((each) => each === state).length
  const late = people.reduce((sum, { lateCheckIns }) => sum + lateCheckIns, 0)
  const numbers = [
    { label: 'Expected', value: people.filter(isExpected).length },
    { label: 'Not here yet', value: count('expected') },
    { label: 'In', value: count('in') },
    { label: 'Out', value: count('out') },
    { label: 'Walk-ins', value: people.filter(({ isWalkIn }) => isWalkIn).length },
    { label: 'No-shows', value: count('no-show') },
    { label: 'Lunches', value: lunchesOf(people, day) },
  ]
  return (
    <>
      <BigNumbers numbers={numbers} cols={{ base: 2, sm: 4, lg: 7 }} />
      {late > 0 && (
        <Alert icon={<Info size={18} aria-hidden />}>
          {counted(late, 'check-in')} came late, with a time that the device says. Compare{' '}
          {late === 1 ? 'it' : 'them'} with the sign-in sheet. Look for 'sent late' below.
        </Alert>
      )}
      <section className="stack" aria-labelledby="by-hour">
        <h2 id="by-hour">By hour, Eastern</h2>
        <RecordTable
          label="Arrivals and leavings by hour"
          rows={doorHours(people)}
          rowId={({ hour }) => hour}
          columns={{
            Hour: ({ hour }) => shownHour(hour),
            Came: ({ arrivals }) => shownCount(arrivals),
            Left: ({ leavings }) => shownCount(leavings),
            'In the room at its end': ({ inRoom }) => shownCount(inRoom),
          }}
          empty="No one has come yet."
        />
      </section>
      <section className="stack" aria-labelledby="people">
        <h2 id="people">People</h2>
        <RecordTable
          label="People"
          rows={people}
          rowId={({ registrationId }) => registrationId}
          columns={{
            Name: ({ name, companyName }) => (
              <span className="tight">
                <span className="strong anywhere">{name}</span>
                <span className="muted small anywhere">{companyName}</span>
              </span>
            ),
            'Time slot': ({ eventName, slot }) => (
              <span className="tight">
                {slot}
                <span className="muted small anywhere">{eventName}</span>
              </span>
            ),
            State: (person) => stateWords(person, stateOf(person, now)),
            In: ({ visits }) => clockOf(visits[0]?.inAt),
            Out: ({ visits }) => clockOf(visits.at(-1)?.outAt),
          }}
        />
      </section>
    </>
  )
}

const words: Record<DoorState, string> = {
  expected: 'Not here yet',
  in: 'In',
  out: 'Out',
  'no-show': 'No-show',
}

function stateWords({ isWalkIn, isCanceled, lateCheckIns }: DayPerson, state: DoorState): string {
  return [words[state], isWalkIn && 'walk-in', isCanceled && 'canceled', lateCheckIns > 0 && 'sent late']
    .filter(Boolean)
    .join(', ')
}

function clockOf(instant: Date | null | undefined): string {
  return instant ? shownTimeOf(instant) : '–'
}

/** '8 AM' */
function shownHour(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
}
