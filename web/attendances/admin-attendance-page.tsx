import { Button, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { CalendarClock, SearchX } from 'lucide-react'
import { useState } from 'react'
import { type Attendee, getSlotAttendance, type SlotAttendance } from '#contract/attendances/calls.ts'
import { summaryOf } from '#contract/attendances/rules.ts'
import { shownTimeslot } from '#contract/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { DataTable, type TableSort } from '#web/core/ui/data-table.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import page from '#web/core/ui/list-page.module.css'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import { AdminAttendanceTools } from './admin-attendance-tools.tsx'
import { attendeeDetails } from './admin-attendee.tsx'
import { attendanceColumns, narrowed } from './attendance-columns.tsx'
import { fetchingWords, shownMinutes, sourceLines } from './attendance-words.ts'

const everyMs = 1500

/** 'Attendance': the people who were at a slot, each day by its newest report. */
export default function AdminAttendancePage() {
  const params = useParams({ strict: false }) as { eventSlotId: string }
  const eventSlotId = Number(params.eventSlotId)
  const read = useData(
    getSlotAttendance,
    { query: { eventSlotId } },
    { every: (attendance) => (attendance?.fetching.isRunning ? everyMs : undefined) },
  )
  return (
    <>
      <Loaded of={read} loading={<PageSkeleton />}>
        {(attendance) => <Attendance eventSlotId={eventSlotId} attendance={attendance} />}
      </Loaded>
      <attendeeDetails.Panel />
    </>
  )
}

function Attendance({ eventSlotId, attendance }: { eventSlotId: number; attendance: SlotAttendance }) {
  const { eventName, slot, reports, days, people } = attendance
  const isKnown = days.some(({ visits }) => visits.length > 0)
  return (
    <div className={`page ${page.page}`}>
      <div className="stack">
        <div className={`row ${page.heading}`}>
          <PageHeading tab="Attendance">{`Attendance of ${eventName}`}</PageHeading>
          <span className={`muted small figures ${page.count}`}>{shownTimeslot(slot)}</span>
        </div>
        <AdminAttendanceTools eventSlotId={eventSlotId} attendance={attendance} />
        <p className="muted small" role="status">
          {fetchingWords(attendance)}
        </p>
        {reports.length > 0 && (
          <ul className="muted small anywhere figures">
            {sourceLines(attendance).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {isKnown && <Summary people={people} />}
      </div>
      {isKnown ? <People people={people} /> : <Nothing attendance={attendance} />}
    </div>
  )
}

function Summary({ people }: { people: Attendee[] }) {
  const { registered, came, neverCame, notRegistered, medianMinutes } = summaryOf(people)
  const figures = {
    Registered: shownCount(registered),
    Came: shownCount(came),
    'Never came': shownCount(neverCame),
    'Not registered': shownCount(notRegistered),
    'Half were there for': medianMinutes === null ? '–' : `${shownMinutes(medianMinutes)} or more`,
  }
  return (
    <dl className="row figures">
      {Object.entries(figures).map(([label, figure]) => (
        <Stack key={label} gap={0}>
          <dt className="tiny">{label}</dt>
          <Text component="dd" fz="lg" fw={650} style={{ order: -1 }}>
            {figure}
          </Text>
        </Stack>
      ))}
    </dl>
  )
}

function People({ people }: { people: Attendee[] }) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<TableSort>()
  const typed = useTypedSearch(search, setSearch)
  const rows = narrowed(people, search, sort)
  return (
    <>
      <div className="row">
        <SearchBox placeholder="Name, email" typed={typed} />
      </div>
      <div className={`card ${page.list}`} style={{ minHeight: 280 }}>
        {rows.length > 0 ? (
          <DataTable
            label="Attendance"
            columns={attendanceColumns}
            rows={rows}
            rowId={idOf}
            sort={sort}
            onSort={setSort}
            totalRows={rows.length}
            rowsBefore={0}
            isStale={false}
            pageKey={`${search} ${sort?.column} ${sort?.order}`}
            onEnter={(attendee) => attendeeDetails.show({ attendee })}
          />
        ) : (
          <EmptyState
            icon={SearchX}
            title={people.length === 0 ? 'Nobody' : 'Nobody found'}
            text={
              people.length === 0
                ? 'Nobody is registered, and the reports list nobody.'
                : 'Nobody of this slot matches the search.'
            }
          >
            {search && (
              <Button variant="default" size="sm" onClick={() => typed.clear()}>
                Clear the search
              </Button>
            )}
          </EmptyState>
        )}
      </div>
    </>
  )
}

function Nothing({ attendance: { webinarId } }: { attendance: SlotAttendance }) {
  return (
    <EmptyState
      icon={CalendarClock}
      title="No report yet"
      text={
        webinarId === null
          ? "This time slot has no webinar ID. You can upload the webinar platform's report."
          : 'We fetch it after the slot, and again when the webinar platform corrects it.'
      }
    />
  )
}

/** People without a registration are told apart by their name, email and first visit. */
function idOf({ registrationId, name, email, visits }: Attendee): string {
  return String(registrationId ?? `${email} ${name} ${visits[0]?.joinedAt.getTime()}`)
}
