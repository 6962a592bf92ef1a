import type { RosterRow } from '#contract/counting/credit-rosters/calls.ts'
import type { ReportedCredit } from '#contract/counting/credit-rosters/rows.ts'
import { changedFields, changeOf, daysOf, rosterChanges } from '#contract/counting/credit-rosters/rows.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'

interface Props {
  rows: RosterRow[]
  /** Shows what changed, too. */
  onlyDifferences: boolean
}

/** The rows of a roster. */
export function RosterTable({ rows, onlyDifferences }: Props) {
  const change = (row: RosterRow) => (
    <div className="tight">
      <span className="strong">{rosterChanges[changeOf(row) ?? 'changed']}</span>
      {changedFields(row).map((line) => (
        <span key={line} className="small anywhere figures">
          {line}
        </span>
      ))}
    </div>
  )
  return (
    <RecordTable
      label="Credits"
      rows={rows}
      rowId="registrationId"
      columns={{
        Name: (row) => <span className="strong anywhere">{creditOf(row).name}</span>,
        Email: (row) => <span className="anywhere">{creditOf(row).email || 'Account deleted'}</span>,
        Event: ({ eventName }) => eventName,
        Hours: (row) => {
          const { hours, byDay } = creditOf(row)
          return byDay ? shownByDay(byDay) : `${daysOf(creditOf(row), row)}: ${shownHours(hours)}`
        },
        'Course number': (row) => creditOf(row).courseNumber || '–',
        ...(onlyDifferences && { Change: change }),
      }}
    />
  )
}

/** Returns the current credit, else the reported one. */
function creditOf({ now, was }: RosterRow): ReportedCredit {
  return (now ?? was) as ReportedCredit
}
