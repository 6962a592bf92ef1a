import type { HistoryState } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, CalendarDays, CircleHelp, Clapperboard, UserRound } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import styles from './attendee-nav.module.css'

/** The links below the upcoming events, in the order of `?event=0..3`. */
const series = [
  'PISTON IA RENEWAL SERIES',
  'TURBINE IA RENEWAL SERIES',
  'ROTORCRAFT IA RENEWAL SERIES',
  'SOUTH CAROLINA',
]

/** The router ignores a link to the current address unless its state differs. */
const anotherVisit = ({ visit = 0 }: HistoryState): HistoryState => ({ visit: visit + 1 })

const exact = { exact: true, includeSearch: true }

export function AttendeeNav() {
  return (
    <ul className="tight">
      <li>
        <Link
          to={paths.upcomingEvents()}
          activeOptions={{ exact: true, explicitUndefined: true }}
          className={styles.link}
        >
          <CalendarDays />
          Upcoming Events
        </Link>
        <ul className={`tight ${styles.sublist}`}>
          {series.map((name, event) => (
            <li key={name}>
              <Link
                to={paths.upcomingEvents()}
                search={{ event }}
                state={anotherVisit}
                // The page itself scrolls to the event's card.
                resetScroll={false}
                activeOptions={exact}
                className={styles.sublink}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </li>
      <li>
        <Link to={paths.registeredEvents()} activeOptions={{ exact: true }} className={styles.link}>
          <CalendarCheck />
          Registered Events
        </Link>
      </li>
      <li>
        <Link to={paths.eventVideos()} className={styles.link}>
          <Clapperboard />
          Event Videos
        </Link>
      </li>
      <li>
        <Link to={paths.profile()} className={styles.link}>
          <UserRound />
          Profile
        </Link>
      </li>
      <li>
        <a href={paths.help({ page: 'technicians' })} className={styles.link}>
          <CircleHelp />
          Help
        </a>
      </li>
    </ul>
  )
}
