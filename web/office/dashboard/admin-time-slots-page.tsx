import { CalendarClock } from 'lucide-react'
import { seasonLabel } from '#contract/core/season.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { editEvent } from '#web/events/events/admin-edit-event.ts'
import { AdminSlotLines } from './admin-slot-lines.tsx'
import { usePageYear } from './page-year.tsx'
import { useSlotProgress } from './slot-progress.ts'

/** 'Hours & certificates': a line for each slot of a renewal year. The address keeps the year. */
export default function AdminTimeSlotsPage() {
  const { year, yearSelect } = usePageYear()
  const { progress, onMailing } = useSlotProgress({ year })
  return (
    <AdminPage>
      <div className="spread">
        <PageHeading>Hours & certificates</PageHeading>
        {yearSelect}
      </div>
      <Loaded of={progress} loading={<TableSkeleton label="Loading the time slots" />}>
        {({ slots }) =>
          slots.length === 0 ? (
            <EmptyState
              icon={CalendarClock}
              title={`No time slots for ${seasonLabel(year)}`}
              text="Each time slot of an event will show up here, before, during and after it."
            />
          ) : (
            <AdminSlotLines slots={slots} year={year} onMailing={onMailing} />
          )
        }
      </Loaded>
      <editEvent.Panel />
    </AdminPage>
  )
}
