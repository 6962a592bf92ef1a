import { Link } from '@tanstack/react-router'
import { type ActivityEntry, activityLabels } from '#contract/activities/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { shownDay, shownTimeOf } from '#web/core/texts/instants.ts'
import list from '#web/core/ui/list-table.module.css'
import styles from './activity-table.module.css'
import { RestoreRegistration } from './restore-registration.tsx'

interface Props {
  entries: ActivityEntry[]
  isOfOne: boolean
  /** They are those of the question before: shown, but paler. */
  isStale: boolean
}

/** Entries of the history, day by day; on a phone each stands by itself. */
export function ActivityTable({ entries, isOfOne, isStale }: Props) {
  const columns = isOfOne
    ? ['Time', 'What', 'Details', 'By']
    : (['Time', 'What', 'Person', 'Details', 'By'] as const)
  return (
    <table
      className={`${list.table} ${list.records} ${styles.table}`}
      aria-label="History"
      aria-busy={isStale}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {[...Map.groupBy(entries, ({ actedAt }) => shownDay(actedAt))].map(([day, ofDay]) => (
        <tbody key={day}>
          <tr>
            <th scope="rowgroup" colSpan={columns.length} className={styles.day}>
              {day}
            </th>
          </tr>
          {ofDay.map((entry) => (
            <Entry key={entry.activityId} entry={entry} isOfOne={isOfOne} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface EntryProps {
  entry: ActivityEntry
  isOfOne: boolean
}

function Entry({ entry, isOfOne }: EntryProps) {
  const { activity, actedAt, person, actedBy } = entry
  return (
    <tr>
      <td data-column="Time" className="figures">
        {shownTimeOf(actedAt)}
      </td>
      <td data-column="What">
        <span className={styles.what} data-tone={tones[activity]}>
          {activityLabels[activity]}
        </span>
      </td>
      {!isOfOne && (
        <td data-column="Person">
          {person && (
            <Link to={`${paths.account()}/$userId`} params={person} title={person.email}>
              {nameOf(person)}
            </Link>
          )}
        </td>
      )}
      <td data-column="Details">
        <Details entry={entry} isOfOne={isOfOne} />
      </td>
      <td data-column="By">{actorOf(person, actedBy)}</td>
    </tr>
  )
}

/** The event, what has become what, and for which reason. */
function Details({ entry, isOfOne }: EntryProps) {
  const { event, item, changes, reason, isRestorable, registrationId, person } = entry
  return (
    <div className={styles.details}>
      <ul>
        {event && <li className={styles.event}>{event.eventName}</li>}
        {item && <li>{item}</li>}
        {changes.map(({ what, from, to }) => (
          <li key={what}>
            {what}: {from || 'nothing'} → {to || 'nothing'}
          </li>
        ))}
        {reason && <li>Reason: {reason}</li>}
      </ul>
      {!isOfOne && isRestorable && registrationId !== null && person && (
        <RestoreRegistration
          registrationId={registrationId}
          which={`of ${nameOf(person)} for ${event?.eventName}`}
        />
      )}
    </div>
  )
}

type Name = NonNullable<ActivityEntry['person']>

/** What takes something away, or gives it, is told by colour, too. */
const tones: Partial<Record<ActivityEntry['activity'], 'away' | 'given'>> = {
  cancelled: 'away',
  deleted: 'away',
  registered: 'given',
  restored: 'given',
  'event-added': 'given',
  'event-deleted': 'away',
  'slot-added': 'given',
  'slot-deleted': 'away',
  'speaker-added': 'given',
  'speaker-cloned': 'given',
  'speaker-deleted': 'away',
  'sponsor-added': 'given',
  'sponsor-deleted': 'away',
}

function nameOf({ name, email }: Name): string {
  return name || email
}

function actorOf(person: Name | null, actor: Name | null): string {
  if (!actor) return 'the portal'
  return actor.userId === person?.userId ? 'themselves' : nameOf(actor)
}
