import { type HistoryState, Link } from '@tanstack/react-router'
import { CalendarCheck, CalendarDays, Clapperboard, UserRound } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import styles from './attendee-nav.module.css'

/** The upcoming events' submenus, in the order of `?event=0..3`. */
const series = [
  'PISTON IA RENEWAL SERIES',
  'TURBINE IA RENEWAL SERIES',
  'ROTORCRAFT IA RENEWAL SERIES',
  'SOUTH CAROLINA',
]

/** The router takes the same address with the same state for no visit. */
const anotherVisit = ({ visit = 0 }: HistoryState): HistoryState => ({ visit: visit + 1 })

const exact = { exact: true, includeSearch: true }

/** The links to the signed-in person's pages. */
export function AttendeeNav() {
  return (
    <ul className="tight">
      <li>
        <Link
          to={paths.upcomingEvents()}
          activeOptions={{ exact: true, explicitUndefined: true }}
          className={styles.link}
        >
          <CalendarDays size={18} />
          Upcoming Events
        </Link>
        <ul className={`tight ${styles.sublist}`}>
          {series.map((name, event) => (
            <li key={name}>
              <Link
                to={paths.upcomingEvents()}
                search={{ event }}
                state={anotherVisit}
                // The page scrolls to the event's card by itself.
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
          <CalendarCheck size={18} />
          Registered Events
        </Link>
      </li>
      <li>
        <Link to={paths.eventVideos()} className={styles.link}>
          <Clapperboard size={18} />
          Event Videos
        </Link>
      </li>
      <li>
        <Link to={paths.profile()} className={styles.link}>
          <UserRound size={18} />
          Profile
        </Link>
      </li>
    </ul>
  )
}
