import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DoorOpen, ExternalLink, Eye, FileSearch, PencilLine } from 'lucide-react'
import { checkIn } from '#contract/attendance/check-ins/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { getEventQuestions } from '#contract/events/event-questions/calls.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { eventChecklist } from '#contract/events/events/checklist.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import { downloadInspectionPack } from '#contract/office/inspections/calls.ts'
import { can } from '#web/core/session/can.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { AdminQuestionsSummary } from '#web/events/event-questions/admin-questions-summary.tsx'
import { editEvent } from '#web/events/events/admin-edit-event.ts'
import { eventPreview } from '#web/events/events/admin-event-preview.tsx'
import { EventChecklist } from '#web/events/events/event-checklist.tsx'
import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import { WebinarDriftNotice } from '#web/webinars/webinar-comparisons/webinar-drift-notice.tsx'
import { AdminSlotLines } from './admin-slot-lines.tsx'
import { useSlotProgress } from './slot-progress.ts'

/** An event's first tab: a line for each slot, and what can be done with the event. */
export default function AdminEventOverviewPage() {
  const { event, year } = useEventOfPage()
  const { eventId, eventName, isDraft } = event
  const { progress, onMailing } = useSlotProgress({ eventId })
  const isInPerson = progress.data?.slots.some((slot) => slot.isInPerson) ?? false
  const outlined = { variant: 'default', size: 'xs' } as const
  return (
    <AdminPage>
      <div className="spread">
        <PageHeading tab={eventName}>Overview</PageHeading>
        <div className="row">
          <SmallButton needs={saveEventPlan} icon={PencilLine} onClick={() => editEvent.show({ eventId })}>
            Edit event
          </SmallButton>
          <SmallButton icon={Eye} onClick={() => eventPreview.show({ event })}>
            Preview
          </SmallButton>
          {!isDraft && (
            <Button
              component="a"
              href={paths.openEvents({ eventId })}
              target="_blank"
              {...outlined}
              leftSection={<ExternalLink size={15} />}
            >
              Public page
            </Button>
          )}
          {isInPerson && can(checkIn) && (
            <Button component={Link} to={paths.checkIn()} {...outlined} leftSection={<DoorOpen size={15} />}>
              Check-in
            </Button>
          )}
          {can(downloadInspectionPack) && (
            <Button
              renderRoot={(props) => (
                <Link
                  to={`${paths.manageEvents()}/$eventId/records`}
                  params={{ eventId } as never}
                  {...props}
                />
              )}
              {...outlined}
              leftSection={<FileSearch size={15} />}
            >
              FAA records
            </Button>
          )}
        </div>
      </div>
      <WebinarDriftNotice of={{ eventId }} />
      {lacksParts(event) && <EventChecklist event={event} linksTo={eventId} />}
      <Loaded of={progress} loading={<TableSkeleton label="Loading the time slots" />}>
        {({ slots }) => <AdminSlotLines slots={slots} year={year} isOneEvent onMailing={onMailing} />}
      </Loaded>
      {can(getEventQuestions) && <AdminQuestionsSummary event={event} />}
      <editEvent.Panel />
      <eventPreview.Panel />
    </AdminPage>
  )
}

/**
 * Returns true for an unpublished event, and until the event's end while its checklist names something
 * missing.
 */
function lacksParts(event: AdminEvent) {
  const now = new Date()
  const isOver = event.slots.every((slot) => hasEnded(slot, now))
  return event.isDraft || (!isOver && eventChecklist(event, now).some(({ isDone }) => !isDone))
}
