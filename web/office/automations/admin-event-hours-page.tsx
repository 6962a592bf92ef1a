import { getWaits } from '#contract/counting/credit-findings/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { AdminSlotQuestions } from '#web/counting/credit-findings/admin-slot-questions.tsx'
import { QuestionPanels } from '#web/counting/credit-findings/question-panels.tsx'
import { findingDetails } from '#web/counting/credit-findings/registration-finding.ts'
import { AdminReviews } from '#web/counting/credit-reviews/admin-reviews.tsx'
import { editEvent } from '#web/events/events/admin-edit-event.ts'
import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import { AdminSlotLines } from '#web/office/dashboard/admin-slot-lines.tsx'
import { useSlotProgress } from '#web/office/dashboard/slot-progress.ts'
import { AdminAutomation } from './admin-automation.tsx'

/** An event's tab 'Hours & certificates': its slots, its open questions and its review requests. */
export default function AdminEventHoursPage() {
  const { event, year } = useEventOfPage()
  const { eventId, eventName } = event
  const { progress, onMailing } = useSlotProgress({ eventId })
  const waits = useData(getWaits, {}, { every: 60_000 })
  return (
    <AdminPage>
      <div className="spread">
        <PageHeading tab={`${eventName}: hours`}>Hours & certificates</PageHeading>
        <AdminAutomation eventId={eventId} eventName={eventName} />
      </div>
      <Loaded of={progress} loading={<TableSkeleton label="Loading the time slots" />}>
        {({ slots }) => (
          <>
            <AdminSlotLines slots={slots} year={year} isOneEvent onMailing={onMailing} />
            <AdminReviews
              eventSlotIds={slots.map(({ eventSlotId }) => eventSlotId)}
              onOpen={findingDetails.show}
            />
          </>
        )}
      </Loaded>
      {waits.data?.slots
        .filter((slot) => slot.eventId === eventId)
        .map((slot) => (
          <AdminSlotQuestions key={slot.eventSlotId} of={slot} />
        ))}
      <editEvent.Panel />
      <QuestionPanels />
    </AdminPage>
  )
}
