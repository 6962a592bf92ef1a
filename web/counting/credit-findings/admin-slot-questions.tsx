import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import type { getWaits } from '#contract/counting/credit-findings/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { AdminAnswered } from '#web/attendance/attendance-decisions/admin-answered.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { usePortion } from '#web/core/ui/portion.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminQuestion } from './admin-question.tsx'
import styles from './admin-questions.module.css'
import { waitingOf } from './slot-groups.ts'

type WaitingSlot = Data<typeof getWaits>['slots'][number]

/** A slot's open questions, with their answers. */
export function AdminSlotQuestions({ of }: { of: WaitingSlot }) {
  const { eventSlotId, eventName, slot, creditable, waits } = of
  const waiting = waitingOf(waits)
  const { shown, more } = usePortion(waiting)
  return (
    <section className="card" aria-labelledby={`slot-${eventSlotId}`}>
      <div className={`spread ${styles.title}`}>
        <div>
          <h2 id={`slot-${eventSlotId}`}>
            <TextLink to={paths.attendance({ eventSlotId })} fz="inherit" fw="inherit">
              {eventName}
            </TextLink>
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
