import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import type { ActivityEntry } from '#contract/foundation/activities/calls.ts'
import { activityLabels } from '#contract/foundation/activities/calls.ts'
import { shownDay, shownTimeOf } from '#web/core/texts/instants.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { RestoreRegistration } from './restore-registration.tsx'

interface Props {
  entries: ActivityEntry[]
  isOfOne: boolean
  /** The entries match the previous filters, and are paler. */
  isStale: boolean
}

export function ActivityTable({ entries, isOfOne, isStale }: Props) {
  return (
    <RecordTable
      widths={{ Time: 116, What: 180, Person: '19%', By: '17%' }}
      label="History"
      rows={entries}
      rowId="activityId"
      groupOf={({ actedAt }) => shownDay(actedAt)}
      isStale={isStale}
      columns={{
        Time: ({ actedAt }) => <span className="muted">{shownTimeOf(actedAt)}</span>,
        What: ({ activity }) => (
          <span className="pill" data-tone={toneOf(activity)}>
            {activityLabels[activity]}
          </span>
        ),
        ...(!isOfOne && {
          Person: ({ person }: ActivityEntry) =>
            person && (
              <Link to={`${paths.account()}/$userId`} params={person} title={person.email}>
                {nameOf(person)}
              </Link>
            ),
        }),
        Details: (entry) => <Details entry={entry} isOfOne={isOfOne} />,
        By: ({ person, actedBy, apiKey }) => (
          <span className="muted anywhere">
            {actorOf(person, actedBy)}
            {apiKey && `, by the API key ${apiKey}`}
          </span>
        ),
      }}
    />
  )
}

/** The event, the changed values and the reason. */
function Details({ entry, isOfOne }: { entry: ActivityEntry; isOfOne: boolean }) {
  const { event, item, changes, reason, isRestorable, registrationId, person } = entry
  const lines = [
    item,
    ...changes.map(({ what, from, to }) => `${what}: ${from && `${from} → `}${to || 'none'}`),
    reason && `Reason: ${reason}`,
  ].filter(Boolean)
  if (!event && lines.length === 0) return null
  return (
    <div className="spread">
      <ul className="tight">
        {event && <li className="strong">{event.eventName}</li>}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
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

function toneOf(activity: ActivityEntry['activity']): 'bad' | 'good' | undefined {
  if (/(cancelled|deleted)$/.test(activity)) return 'bad'
  return /^(registered|restored|(event|slot|speaker|sponsor)-(added|cloned))$/.test(activity)
    ? 'good'
    : undefined
}

function nameOf({ name, email }: Name) {
  return name || email
}

function actorOf(person: Name | null, actor: Name | null) {
  if (!actor) return 'System'
  return actor.userId === person?.userId ? '(self)' : nameOf(actor)
}
