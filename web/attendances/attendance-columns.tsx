import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import type { Attendee } from '#contract/attendances/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { shownLine } from '#web/core/ui/cells.ts'
import type { TableParts, TableSort } from '#web/core/ui/data-table.tsx'
import { showAttendee } from './admin-attendee.tsx'
import { attendeeStatus, shownMinutes } from './attendance-words.ts'

const column = createColumnHelper<TableParts, Attendee>()

/** Who was at a slot: whoever has an account leads to it, and each row opens to its visits and answers. */
export const attendanceColumns = column.columns([
  column.accessor('name', {
    header: 'Name',
    size: 190,
    meta: { pinned: 'start' },
    cell: ({ row: { original } }) =>
      original.userId === null ? (
        shownLine(original.name)
      ) : (
        <Anchor component={Link} to={paths.account({ userId: original.userId })} fz="inherit">
          {shownLine(original.name)}
        </Anchor>
      ),
  }),
  column.accessor(({ email }) => email ?? '', {
    id: 'email',
    header: 'Email',
    size: 230,
    cell: ({ getValue }) => shownLine(getValue()),
  }),
  column.accessor(attendeeStatus, {
    id: 'status',
    header: 'Status',
    size: 120,
    cell: ({ getValue }) => getValue(),
  }),
  column.accessor('minutes', {
    header: 'There for',
    size: 110,
    cell: ({ row: { original } }) => (original.visits.length === 0 ? '–' : shownMinutes(original.minutes)),
  }),
  column.accessor(({ visits }) => visits.length, {
    id: 'visits',
    header: 'Visits',
    size: 80,
    cell: ({ getValue }) => getValue(),
  }),
  column.accessor(({ visits }) => visits[0]?.joinedAt.getTime() ?? 0, {
    id: 'joined',
    header: 'First joined',
    size: 190,
    cell: ({ row: { original } }) =>
      shownLine(original.visits[0] ? shownInstant(original.visits[0].joinedAt) : ''),
  }),
  column.accessor(({ answers }) => answers.length, {
    id: 'answers',
    header: 'Answers',
    size: 90,
    cell: ({ getValue }) => getValue(),
  }),
  column.display({
    id: 'open',
    header: 'Details',
    size: 90,
    meta: { pinned: 'end' },
    cell: ({ row: { original } }) => (
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`Visits of ${original.name || 'somebody unknown'}`}
        onClick={() => showAttendee({ attendee: original })}
      >
        Visits
      </Button>
    ),
  }),
])

const values: Record<string, (attendee: Attendee) => string | number> = {
  name: ({ name }) => name.toLowerCase(),
  email: ({ email }) => email?.toLowerCase() ?? '',
  status: attendeeStatus,
  minutes: ({ minutes }) => minutes,
  visits: ({ visits }) => visits.length,
  joined: ({ visits }) => visits[0]?.joinedAt.getTime() ?? Number.POSITIVE_INFINITY,
  answers: ({ answers }) => answers.length,
}

/** Those whom a search finds by name or email, in an order; without one as they come. */
export function narrowed(
  people: readonly Attendee[],
  search: string,
  sort: TableSort | undefined,
): Attendee[] {
  const words = search.toLowerCase().split(/\s+/)
  const found = people.filter(({ name, email }) => {
    const text = `${name} ${email ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const value = values[sort?.column ?? '']
  if (!value) return found
  const direction = sort?.order === 'desc' ? -1 : 1
  return found.sort((a, b) => {
    const [left, right] = [value(a), value(b)]
    return left === right ? 0 : direction * (left < right ? -1 : 1)
  })
}
