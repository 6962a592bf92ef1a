import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { getWaits } from '#contract/credit-findings/calls.ts'
import { shownTimeslot } from '#contract/slots/times.ts'
import { AdminAnswered } from '#web/attendance-decisions/admin-answered.tsx'
import { severalPeople, statedStay } from '#web/attendance-decisions/answer-panels.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { agendaPanel } from './admin-agenda-button.tsx'
import { AdminWait } from './admin-wait.tsx'
import styles from './admin-waiting-list.module.css'
import { findingDetails } from './registration-finding.ts'

type Slot = Data<typeof getWaits>['slots'][number]

const everyMs = 1500
const portion = 20

/** 'Credit queue': everything that waits for an administrator, slot by slot, each with its answers. */
export default function AdminCreditQueuePage() {
  const read = useData(
    getWaits,
    {},
    { every: (queue) => (queue?.slots.some(({ isCounting }) => isCounting) ? everyMs : undefined) },
  )
  return (
    <AdminPage
      title="Credit queue"
      width={1180}
      about="What the reports leave open. Each answer is kept with its reason, and can be withdrawn."
    >
      <Loaded of={read} loading={<PageSkeleton />}>
        {({ slots }) =>
          slots.length === 0 ? (
            <EmptyState
              icon={CircleCheck}
              title="Nothing waits"
              text="Rows of reports that nobody can be matched with, and hours that need a decision, appear here."
            />
          ) : (
            slots.map((slot) => <SlotWaits key={slot.eventSlotId} of={slot} />)
          )
        }
      </Loaded>
      <findingDetails.Panel />
      <agendaPanel.Panel />
      <severalPeople.Panel />
      <statedStay.Panel />
    </AdminPage>
  )
}

function SlotWaits({ of }: { of: Slot }) {
  const { eventSlotId, eventName, slot, creditable, waits } = of
  const [most, setMost] = useState(portion)
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
            waits.length > 0 ? `${counted(waits.length, 'answer')} wanted` : 'Nothing waits',
            creditable > 0 && `${counted(creditable, 'person', 'people')} can be credited`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <ul className="lines">
        {waits.slice(0, most).map((wait) => (
          <AdminWait key={`${wait.kind} ${wait.subject}`} of={of} wait={wait} />
        ))}
      </ul>
      <div className={styles.more}>
        {waits.length > most && <SmallButton onClick={() => setMost(most + portion)}>Show more</SmallButton>}
        <AdminAnswered eventSlotId={eventSlotId} />
      </div>
    </section>
  )
}
