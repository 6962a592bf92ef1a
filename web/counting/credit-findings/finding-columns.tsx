import type { ColumnDef } from '@tanstack/react-table'
import { createColumnHelper } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { CountedPerson } from '#contract/counting/credit-findings/calls.ts'
import type { TableParts } from '#web/core/ui/data-table.tsx'
import styles from './finding-columns.module.css'
import { creditedBy, nextWords, noteTexts } from './finding-words.ts'
import { HourBoxes } from './hour-boxes.tsx'
import { HoursWhy } from './hours-why.tsx'
import { findingDetails } from './registration-finding.ts'
import type { Group } from './slot-groups.ts'

/** A foldable group of people. */
export interface GroupLine {
  group: Group
  title: string
  count: number
  isOpen: boolean
}

/** A line of the list: a person, or the heading of a group. */
export type FindingLine = CountedPerson | GroupLine

const column = createColumnHelper<TableParts, FindingLine>()

/** Returns the columns of a slot's people. `dayStarts`: the places of hours that begin a day. */
export function findingColumns(
  eventSlotId: number,
  hours: number,
  dayStarts: ReadonlySet<number>,
): ColumnDef<TableParts, FindingLine, unknown>[] {
  return column.columns([
    person('name', 'Name', 236, (each) => (
      <TwoLines below={each.email}>
        <button
          type="button"
          className={`cut ${styles.name}`}
          onClick={() => findingDetails.show({ eventSlotId, registrationId: each.registrationId })}
        >
          {each.name || 'Unknown person'}
        </button>
      </TwoLines>
    )),
    person('codes', 'Earned', Math.max(96, hours * 23 + dayStarts.size * 8 + 16), ({ codes }) => (
      <HourBoxes codes={codes} dayStarts={dayStarts} />
    )),
    person('hours', 'Hours', 124, (each) => (
      <HoursWhy
        eventSlotId={eventSlotId}
        registrationId={each.registrationId}
        of={hours}
        name={each.name || 'Unknown person'}
        hours={each.hours}
        found={each.found.hours}
      />
    )),
    person('why', 'Reason', 390, ({ found, note }) =>
      note ? (
        <TwoLines below={noteTexts[note]}>{found.why}</TwoLines>
      ) : (
        <span className={styles.why}>{found.why}</span>
      ),
    ),
    person('credit', 'Credit', 190, (each) => (
      <TwoLines below={nextWords(each)}>{creditedBy(each) || 'None yet'}</TwoLines>
    )),
  ])
}

function person(id: string, header: string, size: number, draw: (person: CountedPerson) => ReactNode) {
  return column.display({
    id,
    header,
    size,
    ...(id === 'name' && { meta: { pinned: 'start' as const } }),
    cell: ({ row: { original } }) => 'group' in original || draw(original),
  })
}

function TwoLines({ children, below }: { children: ReactNode; below: string | null }) {
  return (
    <span className={styles.lines}>
      <span className="cut">{children}</span>
      {below && <span className="cut muted tiny">{below}</span>}
    </span>
  )
}
