import { shownHours } from '#contract/events/events/facts.ts'
import type { BulkPerson } from '#contract/office/bulk-jobs/calls.ts'
import { bulkReason } from '#contract/office/bulk-jobs/rules.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import type { ListedPerson } from '#web/core/ui/people-list.tsx'
import { PeopleList } from '#web/core/ui/people-list.tsx'

/** A registration, or a row of a list, with the effect on it. */
export interface Previewed extends ListedPerson {
  isChanging: boolean
  /** Counted above the list, unless it is ''. */
  verdict: string
}

interface Props {
  label?: string
  rows: Previewed[]
  isStale?: boolean
}

/** The affected people, each with the effect on their registration. Administrators look for the refused ones, which come first. */
export function BulkPreview({ label = 'People affected', rows, isStale = false }: Props) {
  const counts = Map.groupBy(rows, ({ verdict }) => verdict)
  return (
    <section
      className="stack"
      style={{ opacity: isStale ? 0.55 : undefined }}
      aria-busy={isStale}
      aria-label={label}
    >
      <p className="row small figures" role="status">
        <strong>{counted(rows.filter(({ isChanging }) => isChanging).length, 'registration')}</strong>
        {[...counts].map(
          ([verdict, found]) =>
            verdict !== '' && (
              <span key={verdict} className="pill" data-tone={found[0]?.isRefused ? 'warn' : undefined}>
                {verdict} ({shownCount(found.length)})
              </span>
            ),
        )}
      </p>
      <PeopleList label={label} people={rows.toSorted((a, b) => rank(a) - rank(b))} />
    </section>
  )
}

function rank({ isRefused, isChanging }: Previewed) {
  return isRefused ? 0 : isChanging ? 1 : 2
}

/** Returns the registrations of a job, or of its undo, with their effects. */
export function previewed(people: BulkPerson[]): Previewed[] {
  const areSeveral = new Set(people.map(({ eventName }) => eventName)).size > 1
  return people.map(({ name, email, eventName, hours, hoursAfter, verdict }) => ({
    who: name,
    more: [email, areSeveral && eventName, hoursBeforeAndAfter(hours, hoursAfter)]
      .filter(Boolean)
      .join(' · '),
    why: bulkReason(verdict),
    verdict: bulkReason(verdict),
    isChanging: verdict === 'changes',
    isRefused: verdict !== 'changes' && verdict !== 'unchanged',
  }))
}

export function hoursBeforeAndAfter(before: number, after: number | null): string {
  if (after === null || after === before) return shownHours(before)
  return before === 0 ? shownHours(after) : `${shownHours(before)}, then ${after}`
}
