import { Button } from '@mantine/core'
import { CalendarClock, ChevronDown, ChevronRight, SearchX } from 'lucide-react'
import type { FocusEvent } from 'react'
import { useMemo, useState } from 'react'
import type { SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { AdminUploadReport } from '#web/attendance/attendances/admin-upload-report.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { DataTable } from '#web/core/ui/data-table.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import styles from './admin-findings-list.module.css'
import { AdminWaitingList } from './admin-questions.tsx'
import type { FindingLine, GroupLine } from './finding-columns.tsx'
import { findingColumns } from './finding-columns.tsx'
import { HourLegend } from './hour-boxes.tsx'
import { findingDetails } from './registration-finding.ts'
import type { Group, SlotGroups } from './slot-groups.ts'
import { dayStartsOf, groupNames, narrowed } from './slot-groups.ts'

interface Props {
  eventSlotId: number
  findings: SlotFindings
  groups: SlotGroups
  hasReport: boolean
  /** undefined: still loading. */
  isInPerson: boolean | undefined
}

type Folded = Partial<Record<Group, boolean>>

const titles: Record<Group, string> = {
  fewer: 'Fewer hours',
  open: 'Polls not complete yet',
  all: 'All hours',
  never: 'No-show',
}

/** A slot's people: open questions first, then fewer, all and no hours. A search opens folded groups. */
export function AdminFindingsList({ eventSlotId, findings, groups, hasReport, isInPerson }: Props) {
  const { agenda, people, waits } = findings
  const [search, setSearch] = useState('')
  const [folded, setFolded] = useState<Folded>({ open: true, all: true, never: true })
  const typed = useTypedSearch(search, setSearch)
  const dayStarts = useMemo(() => dayStartsOf(agenda), [agenda])
  const columns = useMemo(
    () => findingColumns(eventSlotId, agenda.length, dayStarts),
    [eventSlotId, agenda, dayStarts],
  )
  const codes = useMemo(() => new Set(people.flatMap((person) => person.codes)), [people])
  const shown = useMemo(() => narrowed(groups, search), [groups, search])
  const lines = useMemo(() => linesOf(shown, search ? {} : folded), [shown, search, folded])
  if (people.length === 0 && waits.length === 0)
    return <Nobody eventSlotId={eventSlotId} hasReport={hasReport} isInPerson={isInPerson} />
  const isEmpty = lines.length === 0 && shown.waiting.length === 0
  return (
    <>
      <AdminWaitingList
        of={{ ...findings, eventSlotId }}
        agenda={agenda}
        anomalies={shown.anomalies}
        waiting={shown.waiting}
        dayStarts={dayStarts}
      />
      <div className="spread">
        <SearchBox placeholder="Name, email" typed={typed} />
        <HourLegend codes={codes} />
      </div>
      {isEmpty && (
        <EmptyState icon={SearchX} title="No one found" text="No one in this slot matches the search.">
          <Button variant="default" onClick={() => typed.clear()}>
            Clear the search
          </Button>
        </EmptyState>
      )}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus of the table inside
        <div className={`card ${styles.list}`} onFocus={intoSight}>
          <DataTable
            label="Hours of each person"
            columns={columns}
            rows={lines}
            rowId={idOf}
            headingOf={(line) =>
              'group' in line && (
                <GroupHeading line={line} onToggle={() => toggle(line)} isFixed={search !== ''} />
              )
            }
            totalRows={lines.length}
            rowsBefore={0}
            isStale={false}
            pageKey={search}
            onEnter={(line) => {
              if ('group' in line) toggle(line)
              else findingDetails.show({ eventSlotId, registrationId: line.registrationId })
            }}
          />
        </div>
      )}
    </>
  )

  function toggle({ group }: GroupLine) {
    if (search === '') setFolded((before) => ({ ...before, [group]: !before[group] }))
  }
}

interface HeadingProps {
  line: GroupLine
  /** A search shows all groups. */
  isFixed: boolean
  onToggle: () => void
}

function GroupHeading({ line: { title, count, isOpen }, isFixed, onToggle }: HeadingProps) {
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className={styles.group}
      aria-expanded={isOpen}
      aria-disabled={isFixed}
      onClick={onToggle}
    >
      <Arrow size={16} aria-hidden />
      {title} <span className="muted">{shownCount(count)}</span>
    </button>
  )
}

function Nobody({
  eventSlotId,
  hasReport,
  isInPerson,
}: Pick<Props, 'eventSlotId' | 'hasReport' | 'isInPerson'>) {
  return hasReport ? (
    <EmptyState icon={SearchX} title="No one" text="No one is registered, and the reports list no one." />
  ) : (
    <EmptyState
      icon={CalendarClock}
      title="No report yet"
      text={
        isInPerson
          ? 'Hours are counted from the scans at the door and the sign-in sheet, once the day is over. You can also upload a list.'
          : "Hours are counted from the webinar platform's report. You can also upload one."
      }
    >
      <AdminUploadReport eventSlotId={eventSlotId} size="sm" variant="filled">
        Upload attendee list (CSV or Excel)
      </AdminUploadReport>
    </EmptyState>
  )
}

function linesOf(groups: SlotGroups, folded: Folded): FindingLine[] {
  return groupNames.flatMap((group): FindingLine[] => {
    const people = groups[group]
    if (people.length === 0) return []
    const isOpen = !folded[group]
    const heading = { group, title: titles[group], count: people.length, isOpen }
    return isOpen ? [heading, ...people] : [heading]
  })
}

function idOf(line: FindingLine) {
  return 'group' in line ? line.group : String(line.registrationId)
}

/** The list scrolls inside the page, so the page shows all of it to the keyboard. Under a pointer nothing moves. */
function intoSight({ currentTarget, target }: FocusEvent<HTMLElement>) {
  if (target.matches(':focus-visible')) currentTarget.scrollIntoView({ block: 'nearest' })
}
