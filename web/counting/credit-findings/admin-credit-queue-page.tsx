import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { getWaits } from '#contract/counting/credit-findings/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { AdminAnswered } from '#web/attendance/attendance-decisions/admin-answered.tsx'
import {
  pollQuestions,
  severalPeople,
  statedStay,
} from '#web/attendance/attendance-decisions/answer-panels.ts'
import {
  AdminReplacedReports,
  useReplacedReports,
} from '#web/attendance/attendances/admin-replaced-reports.tsx'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { usePortion } from '#web/core/ui/portion.tsx'
import { AdminReviews, useReviews } from '#web/counting/credit-reviews/admin-reviews.tsx'
import { AdminRecountAlarms } from '#web/counting/recounts/admin-recount-alarms.tsx'
import { useRecountAlarms } from '#web/counting/recounts/recount-alarms.ts'
import { AdminOverlapAlarms } from '#web/counting/unusual-credits/admin-overlap-alarms.tsx'
import { useOverlapAlarms } from '#web/counting/unusual-credits/overlap-alarms.ts'
import { agendaPanel } from './admin-agenda-button.tsx'
import { AdminQuestion } from './admin-question.tsx'
import styles from './admin-questions.module.css'
import { findingDetails } from './registration-finding.ts'
import { waitingOf } from './slot-groups.ts'

type Slot = Data<typeof getWaits>['slots'][number]

const everyMs = 1500

/** 'Credit queue': all open questions for administrators, slot by slot, with their answers. */
export default function AdminCreditQueuePage() {
  const read = useData(
    getWaits,
    {},
    { every: (queue) => (queue?.slots.some(({ isCounting }) => isCounting) ? everyMs : undefined) },
  )
  const others = [useReviews() ?? [], useRecountAlarms(), useOverlapAlarms(), useReplacedReports()]
  const hasOthers = others.some(({ length }) => length > 0)
  return (
    <AdminPage
      title="Credit queue"
      width={1180}
      about="Requests from people, and open questions from the reports. Each answer is kept with its reason."
    >
      <AdminRecountAlarms />
      <AdminOverlapAlarms />
      <AdminReviews onOpen={findingDetails.show} />
      <Loaded of={read} loading={<PageSkeleton />}>
        {({ slots }) =>
          slots.length === 0
            ? !hasOthers && (
                <EmptyState
                  icon={CircleCheck}
                  title="Nothing to decide"
                  text="Review requests, report rows that match no one, and hours that need a decision will show up here."
                />
              )
            : slots.map((slot) => <SlotQuestions key={slot.eventSlotId} of={slot} />)
        }
      </Loaded>
      <AdminReplacedReports />
      <findingDetails.Panel />
      <agendaPanel.Panel />
      <severalPeople.Panel />
      <pollQuestions.Panel />
      <statedStay.Panel />
    </AdminPage>
  )
}

function SlotQuestions({ of }: { of: Slot }) {
  const { eventSlotId, eventName, slot, creditable, waits } = of
  const waiting = waitingOf(waits)
  const { shown, more } = usePortion(waiting)
  return (
    <section className="card" aria-labelledby={`slot-${eventSlotId}`}>
      <div className={`spread ${styles.title}`}>
        <div>
          <h2 id={`slot-${eventSlotId}`}>
            <Anchor component={Link} to={paths.attendance({ eventSlotId })} fz="inherit" fw="inherit">
              {eventName}
            </Anchor>
          </h2>
          <span className="muted small figures">{shownTimeslot(slot)}</span>
        </div>
        <span className="muted small figures">
          {[
            waiting.length > 0 ? `${counted(waiting.length, 'answer')} wanted` : 'Nothing to decide',
            creditable > 0 && `${counted(creditable, 'person', 'people')} can be credited`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <ul className="lines">
        {shown.map(({ key, wait, rows }) => (
          <AdminQuestion key={key} of={of} wait={wait} rows={rows} />
        ))}
      </ul>
      <div className={styles.more}>
        {more}
        <AdminAnswered eventSlotId={eventSlotId} />
      </div>
    </section>
  )
}
