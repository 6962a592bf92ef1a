import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Hourglass, Video } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { ComparedSlot } from '#contract/webinars/webinar-comparisons/calls.ts'
import { getWebinarComparisons } from '#contract/webinars/webinar-comparisons/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { countedDifferences } from './webinar-words.ts'

/** The season's slots with a webinar, each with its differences. */
export default function AdminWebinarsPage() {
  return (
    <AdminPage title="Webinar sync" about="We compare the portal with the webinar platform every night.">
      <Loaded
        of={useData(getWebinarComparisons, {}, { every: 15_000 })}
        loading={<TableSkeleton label="Loading the webinars" />}
      >
        {({ platform, awaySince, slots }) => (
          <>
            {awaySince && (
              <Alert color="yellow" icon={<Hourglass />} title={`${platform} is unreachable`}>
                It has not responded since {shownInstant(awaySince)}. People who register get their join link
                once it responds.
              </Alert>
            )}
            {slots.length === 0 ? (
              <EmptyState
                icon={Video}
                title="No webinars yet"
                text="Time slots with a webinar ID will show up here."
              >
                <Button component={Link} to={paths.manageEvents()}>
                  Manage Events
                </Button>
              </EmptyState>
            ) : (
              <section className="card" aria-label="Webinars">
                <SlotTable slots={slots} />
              </section>
            )}
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function SlotTable({ slots }: { slots: ComparedSlot[] }) {
  return (
    <RecordTable
      label="Webinars"
      rows={slots}
      rowId="eventSlotId"
      isOver={({ isOver }) => isOver}
      columns={{
        Webinar: ({ eventSlotId, eventName, slot }) => (
          <div>
            <TextLink to={paths.webinars({ eventSlotId })} fz="inherit" fw={600}>
              {eventName}
            </TextLink>
            <div className="muted">{slot}</div>
          </div>
        ),
        Registered: ({ registered }) => shownCount(registered),
        'With link': ({ withJoinUrl }) => shownCount(withJoinUrl),
        Refused: ({ refused }) => shownCount(refused),
        Waiting: ({ waiting, deferred, pending }) => shownCount(waiting + deferred + pending),
        'Last sync': ({ syncedAt }) => (syncedAt ? shownInstant(syncedAt) : 'Never'),
        Differences: ({ comparedAt, differences, otherTime }) =>
          comparedAt ? countedDifferences(differences, otherTime !== '') : 'Not compared yet',
      }}
    />
  )
}
