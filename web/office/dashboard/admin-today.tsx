import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getDoorList } from '#contract/attendance/check-ins/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import type { SlotToday } from '#contract/office/dashboard/calls.ts'
import { getSlotsToday } from '#contract/office/dashboard/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import styles from './admin-next-steps.module.css'
import { todayWords } from './today-words.ts'

const everyMs = 15_000

/** Lists what is held today and who is there; nothing on a day without a time slot. */
export function AdminToday() {
  const today = useData(getSlotsToday, {}, { every: everyMs, isEnabled: can(getSlotsToday) })
  const slots = today.data?.slots ?? []
  if (slots.length === 0) return null
  return (
    <section className={`card pad ${styles.steps}`} aria-labelledby="today">
      <h2 id="today">Today</h2>
      <ul className="lines">
        {slots.map((slot) => (
          <li key={slot.eventSlotId} className={styles.step}>
            <span className="anywhere figures">
              <strong>{slot.eventName}</strong>, {shownTime(slot.startTime)} – {shownTime(slot.endTime)}:{' '}
              {todayWords(slot)}
            </span>
            <Acts slot={slot} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Acts({ slot: { eventSlotId, isInPerson, isOver } }: { slot: SlotToday }) {
  return (
    <span className="row">
      {isInPerson && !isOver && can(getDoorList) && <Act to={paths.checkIn()}>Check-in</Act>}
      {isInPerson && <Act to={paths.doorDay()}>See who is in</Act>}
      <Act to={paths.attendance({ eventSlotId })}>See the hours</Act>
    </span>
  )
}

function Act({ to, children }: { to: string; children: string }) {
  return (
    <Button
      renderRoot={(props) => <Link to={to as never} {...props} />}
      variant="light"
      size="xs"
      className={styles.action ?? ''}
    >
      {children}
    </Button>
  )
}
