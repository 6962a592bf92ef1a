import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { previewBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { bulkReason } from '#contract/office/bulk-jobs/rules.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import list from '#web/core/ui/people-list.module.css'
import { SmallButton } from '#web/core/ui/small-button.tsx'

type People = (Data<typeof previewBulkJob>['people'][number] & { hoursAfter?: number | null })[]

/**
 * The list ends here; more of it appears on request. Refused registrations come first, because administrators
 * look for them.
 */
const shownAtOnce = 200

/** The affected people, each with the effect on their registration. */
export function BulkPreview({ people, isStale }: { people: People; isStale: boolean }) {
  const [mostShown, setMostShown] = useState(shownAtOnce)
  const changing = people.filter(({ verdict }) => verdict === 'changes')
  const unchanged = people.filter(({ verdict }) => verdict === 'unchanged')
  const refused = people.filter(({ verdict }) => verdict !== 'changes' && verdict !== 'unchanged')
  const ordered = [...refused, ...changing, ...unchanged]
  return (
    <section
      className="stack"
      style={{ opacity: isStale ? 0.55 : undefined }}
      aria-busy={isStale}
      aria-label="People affected"
    >
      <p className="row" role="status">
        <strong>{counted(changing.length, 'registration')}</strong>
        {unchanged.length > 0 && <span className="muted">{shownCount(unchanged.length)} unchanged</span>}
        {refused.length > 0 && (
          <span className={list.refused}>{shownCount(refused.length)} can't be changed</span>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <ul className={`card lines ${list.list}`} tabIndex={0} aria-label="People affected">
        {ordered.slice(0, mostShown).map(({ registrationId, name, email, eventName, verdict, ...row }) => (
          <li key={registrationId}>
            <span className={list.person}>
              <span className="cut">{name}</span>
              <span className="muted tiny anywhere">
                {email} · {eventName} · {hoursBeforeAndAfter(row)}
              </span>
            </span>
            {verdict !== 'changes' && (
              <span className={`small ${list.verdict} ${verdict === 'unchanged' ? 'muted' : list.refused}`}>
                {bulkReason(verdict)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {people.length > mostShown && (
        <div className="row">
          <SmallButton onClick={() => setMostShown(mostShown + shownAtOnce)}>
            Show more ({shownCount(people.length - mostShown)})
          </SmallButton>
        </div>
      )}
    </section>
  )
}

function hoursBeforeAndAfter({ hours, hoursAfter }: Pick<People[number], 'hours' | 'hoursAfter'>): string {
  const words = shownHours(hours)
  return typeof hoursAfter === 'number' && hoursAfter !== hours ? `${words}, then ${hoursAfter}` : words
}
