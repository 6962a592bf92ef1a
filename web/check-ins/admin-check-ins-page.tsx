import { Badge, Button, Text, TextInput } from '@mantine/core'
import { CalendarX, Check, SearchX } from 'lucide-react'
import { useState } from 'react'
import { getActivities } from '#contract/activities/calls.ts'
import { type ExpectedPerson, getExpectedPeople, setCheckIn } from '#contract/check-ins/calls.ts'
import { isPlainDate, type PlainDate, shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownTimeOf } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { toastError } from '#web/core/ui/toasts.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import styles from './check-ins.module.css'

/** Several people check in at the same time, so the list is asked for again. */
const everyMs = 15_000

/** Finds the people of one day's in-person events and checks them in. */
export default function AdminCheckInsPage() {
  const [day, setDay] = useState<PlainDate>(() => easternDay(new Date()))
  const [search, setSearch] = useState('')
  const typed = useTypedSearch(search, setSearch)
  return (
    <AdminPage
      title="Check-in"
      width={760}
      about={`The people who are registered for in-person events on ${shownDay(day)}.`}
    >
      <div className="row">
        <TextInput
          type="date"
          size="xs"
          aria-label="Day"
          value={day}
          onChange={({ currentTarget: { value } }) => isPlainDate(value) && setDay(value)}
        />
        <SearchBox placeholder="Name, email, company, code" typed={typed} />
      </div>
      <Loaded
        of={useData(getExpectedPeople, { query: { day } }, { every: everyMs })}
        loading={<TableSkeleton label="Loading the people" />}
      >
        {({ people, nextDay }) =>
          people.length > 0 ? (
            <People day={day} people={people} search={search} onClear={() => typed.clear()} />
          ) : (
            <EmptyState
              icon={CalendarX}
              title="No one to check in"
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

interface PeopleProps {
  day: PlainDate
  people: ExpectedPerson[]
  search: string
  onClear: () => void
}

function People({ day, people, search, onClear }: PeopleProps) {
  const words = search.toLowerCase().split(/\s+/)
  const found = people.filter((person) => words.every((word) => textOf(person).includes(word)))
  const here = people.filter(({ checkedInAt }) => checkedInAt !== null).length
  return (
    <>
      <Text size="sm" role="status">
        {shownCount(here)} of {shownCount(people.length)} checked in
      </Text>
      {found.length > 0 ? (
        <ul className="card lines" aria-label="People">
          {found.map((person) => (
            <Person key={`${day} ${person.registrationId}`} day={day} person={person} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={SearchX} title="No one found" text="No one on this day matches the search.">
          <Button variant="default" size="sm" onClick={onClear}>
            Clear the search
          </Button>
        </EmptyState>
      )}
    </>
  )
}

function Person({ day, person }: { day: PlainDate; person: ExpectedPerson }) {
  const { registrationId, companyName, email, eventName, startTime, endTime, checkedInAt } = person
  const name = nameOf(person)
  const { act, isRunning } = useAct(setCheckIn, {
    failed: `${name} was not checked in. Please try again.`,
    tell: toastError,
    reloads: [getExpectedPeople, getActivities],
    lane: `check in ${registrationId} ${day}`,
  })
  const set = (isHere: boolean) => void act({ body: { registrationId, day, isHere } })
  return (
    <li className={`pad ${styles.person}`}>
      <div>
        <div className="strong anywhere">{name}</div>
        <div className="muted small anywhere">{[companyName, email].filter(Boolean).join(' · ')}</div>
        <div className="muted small anywhere">
          {eventName}, {shownTime(startTime)} – {shownTime(endTime)}
        </div>
      </div>
      {checkedInAt === null ? (
        <Button aria-label={`Check in ${name}`} loading={isRunning} onClick={() => set(true)}>
          Check in
        </Button>
      ) : (
        <div className={`tight ${styles.here}`}>
          <Badge bg="var(--good-soft)" c="var(--good)" leftSection={<Check size={14} />}>
            {shownTimeOf(checkedInAt)}
          </Badge>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Undo the check-in of ${name}`}
            loading={isRunning}
            onClick={() => set(false)}
          >
            Undo
          </Button>
        </div>
      )}
    </li>
  )
}

function nameOf({ firstName, lastName, email }: ExpectedPerson): string {
  return `${firstName} ${lastName}`.trim() || email
}

/** With the check-in code, which the person's Today card shows. */
function textOf(person: ExpectedPerson): string {
  return `${nameOf(person)} ${person.email} ${person.companyName} ${person.registrationId}`.toLowerCase()
}
