import { Alert, Button, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
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
import { paths } from '#contract/core/paths.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { isPlainDate, shownDay } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { callFile } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownTimeOf } from '#web/core/texts/instants.ts'
import { DownloadList } from '#web/core/ui/download-list.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminSlotLinks } from '#web/events/slots/admin-slot-links.tsx'
import styles from './admin-door-day-page.module.css'

/** A check-in shows within five seconds. */
const everyMs = 4_000

/** One day of in-person events: who is expected, in the room, out of it or missing, hour by hour. */
export default function AdminDoorDayPage() {
  const [day, setDay] = useState<PlainDate>(() => easternDay(new Date()))
  return (
    <AdminPage title="Seminar day" about={`The in-person events on ${shownDay(day)}.`}>
      <div className={`row ${styles.tools}`}>
        <TextInput
          type="date"
          size="xs"
          aria-label="Day"
          value={day}
          onChange={({ currentTarget: { value } }) => isPlainDate(value) && setDay(value)}
        />
        {can(exportDoorDay) && (
          <DownloadList
            name={`check-ins-${day}`}
            read={(format) => callFile(exportDoorDay, { query: { day, format } })}
          />
        )}
        <SmallButton icon={Printer} onClick={() => print()}>
          Print
        </SmallButton>
      </div>
      <Loaded
        of={useData(getDoorDay, { query: { day } }, { every: everyMs })}
        loading={<TableSkeleton label="Loading people" />}
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
                <Button variant="default" onClick={() => setDay(nextDay)}>
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
  const [sought, seek] = useInputState('')
  const now = new Date()
  const states = people.map((person) => stateOf(person, now))
  const count = (state: DoorState) => states.filter((each) => each === state).length
  const late = people.reduce((sum, { lateCheckIns }) => sum + lateCheckIns, 0)
  const expected = people.filter(isExpected)
  const came = expected.filter(({ visits }) => visits.length > 0).length
  const hours = doorHours(people)
  const shown = people.filter((person) => isSought(person, sought))
  const numbers = [
    ['Not here yet', count('expected')],
    ['In', count('in')],
    ['Out', count('out')],
    // Most days have none, and no no-shows before a slot is over.
    ['Walk-ins', people.filter(({ isWalkIn }) => isWalkIn).length || null],
    ['No-shows', count('no-show') || null],
    ['Lunches', lunchesOf(people, day)],
  ] as const
  return (
    <>
      <section className="card pad stack" aria-label="So far">
        <p className={`figures ${styles.came}`}>
          {shownCount(came)} of {shownCount(expected.length)} came
        </p>
        <dl className="row small figures">
          {numbers.map(
            ([label, value]) =>
              value !== null && (
                <div key={label} className="row">
                  <dt className="muted">{label}</dt>
                  <dd className="strong">{shownCount(value)}</dd>
                </div>
              ),
          )}
        </dl>
        <SlotLinks people={people} />
      </section>
      {late > 0 && (
        <Alert icon={<Info />}>
          {counted(late, 'check-in')} arrived late, with the device's own time. Compare{' '}
          {late === 1 ? 'it' : 'them'} with the sign-in sheet. Look for 'sent late' below.
        </Alert>
      )}
      <section className="stack" aria-labelledby="by-hour">
        <h2 id="by-hour">By hour, Eastern</h2>
        <div className={hours.length > 0 ? 'card' : undefined}>
          <RecordTable
            label="Arrivals and departures by hour"
            rows={hours}
            rowId="hour"
            columns={{
              Hour: ({ hour }) => shownHour(hour),
              Came: ({ arrivals }) => shownCount(arrivals),
              Left: ({ leavings }) => shownCount(leavings),
              'In the room at its end': ({ inRoom }) => shownCount(inRoom),
            }}
            empty="No one has come yet."
          />
        </div>
      </section>
      <section className="stack" aria-labelledby="people">
        <div className="spread">
          <h2 id="people">People</h2>
          <TextInput
            type="search"
            size="xs"
            aria-label="Find a person"
            placeholder="Name, email, company"
            value={sought}
            onChange={seek}
          />
        </div>
        <div className={shown.length > 0 ? 'card' : undefined}>
          <RecordTable
            label="People"
            rows={shown}
            empty="No one matches the search."
            rowId="registrationId"
            columns={{
              Name: ({ userId, name, companyName }) => (
                <span className="tight">
                  <TextLink to={paths.account({ userId })} fz="inherit" className="anywhere">
                    {name}
                  </TextLink>
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
        </div>
      </section>
    </>
  )
}

/** Links each slot's sign-in sheet and hours. */
function SlotLinks({ people }: { people: DayPerson[] }) {
  const slots = new Map(people.map((person) => [person.eventSlotId, person]))
  return (
    <ul className="tight small">
      {[...slots].map(([eventSlotId, { eventName, slot }]) => (
        <li key={eventSlotId} className="row">
          <span className="anywhere">
            {eventName}, {slot}
          </span>
          <AdminSlotLinks eventSlotId={eventSlotId} hasSheet name={`${eventName}, ${slot}`} />
        </li>
      ))}
    </ul>
  )
}

function isSought({ name, email, companyName }: DayPerson, text: string) {
  const words = text.toLowerCase().split(/\s+/)
  return words.every((word) => `${name} ${email} ${companyName}`.toLowerCase().includes(word))
}

const words: Record<DoorState, string> = {
  expected: 'Not here yet',
  in: 'In',
  out: 'Out',
  'no-show': 'No-show',
}

function stateWords({ isWalkIn, isCanceled, lateCheckIns }: DayPerson, state: DoorState) {
  return [words[state], isWalkIn && 'walk-in', isCanceled && 'canceled', lateCheckIns > 0 && 'sent late']
    .filter(Boolean)
    .join(', ')
}

function clockOf(instant: Date | null | undefined) {
  return instant ? shownTimeOf(instant) : <span data-none>–</span>
}

/** '8 AM' */
function shownHour(hour: number) {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
}
