import { CalendarClock } from 'lucide-react'
import { seasonLabel } from '#contract/core/season.ts'
import { getSlotProgress } from '#contract/office/dashboard/slot-progress.ts'
import { useData } from '#web/core/api/data.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { AdminSlotLines } from './admin-slot-lines.tsx'
import { usePageYear } from './page-year.tsx'

const everyMs = 60_000

/** 'Hours & certificates': a line for each slot of a renewal year. The address keeps the year. */
export default function AdminTimeSlotsPage() {
  const { year, yearSelect } = usePageYear()
  const read = useData(getSlotProgress, { query: { year } }, { every: everyMs })
  return (
    <AdminPage>
      <div className="spread">
        <PageHeading>Hours & certificates</PageHeading>
        {yearSelect}
      </div>
      <Loaded of={read} loading={<TableSkeleton label="Loading the time slots" />}>
        {({ slots }) =>
          slots.length === 0 ? (
            <EmptyState
              icon={CalendarClock}
              title={`No time slots for ${seasonLabel(year)}`}
              text="Each time slot of an event will show up here, before, during and after it."
            />
          ) : (
            <AdminSlotLines slots={slots} onMailing={() => void read.reload()} />
          )
        }
      </Loaded>
    </AdminPage>
  )
}
