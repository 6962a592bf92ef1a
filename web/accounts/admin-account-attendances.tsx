import { Anchor, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getAccountAttendances } from '#contract/attendances/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { shownTimeslot } from '#contract/slots/timeslots.ts'
import { shownMinutes, shownStay } from '#web/attendances/attendance-words.ts'
import { useData } from '#web/core/api/data.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { AdminAccountSection } from './admin-account-section.tsx'

/** When somebody was at what they are registered for, as the platforms have reported it. */
export function AdminAccountAttendances({ userId }: { userId: string }) {
  const read = useData(getAccountAttendances, { query: { userId } })
  return (
    <AdminAccountSection id="attendances">
      <Loaded of={read} meanwhile={<Skeleton height={60} />}>
        {({ attendances }) => (
          <RecordTable
            label="Attendance"
            rows={attendances}
            rowId={({ registrationId }) => registrationId}
            empty="No attendance reported yet."
            columns={{
              Event: ({ eventName }) => eventName,
              'Time slot': (attendance) => (
                <Anchor component={Link} to={paths.attendance(attendance)} fz="inherit">
                  {shownTimeslot(attendance)}
                </Anchor>
              ),
              'There for': ({ minutes, visits }) =>
                visits.length === 0 ? 'Never came' : shownMinutes(minutes),
              Visits: ({ visits }) =>
                visits.map((visit) => <div key={visit.joinedAt.getTime()}>{shownStay(visit)}</div>),
              Answers: ({ answers }) => (answers.length === 0 ? '' : answers.length),
            }}
          />
        )}
      </Loaded>
    </AdminAccountSection>
  )
}
