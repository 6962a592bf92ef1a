import { CalendarDays, Clock, MonitorPlay } from 'lucide-react'
import { yourTime } from '#contract/slots/your-time.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import styles from './join-facts.module.css'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

interface Props {
  eventName: string
  slot: string
  /** The next time that it begins; null once it is over. */
  startsAt: Date | null
}

/** What it is about, and when: in Eastern time, and in the visitor's own where that differs. */
export function JoinFacts({ eventName, slot, startsAt }: Props) {
  const yours = startsAt && yourTime(startsAt, zone)
  return (
    <ul className={styles.facts}>
      <li>
        <MonitorPlay size={18} aria-hidden />
        <strong>{eventName}</strong>
      </li>
      <li>
        <CalendarDays size={18} aria-hidden />
        {slot}
      </li>
      {startsAt && (
        <li>
          <Clock size={18} aria-hidden />
          <span>
            Begins {shownInstant(startsAt)}
            {yours && `, ${yours}`}
          </span>
        </li>
      )}
    </ul>
  )
}
