import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import type { Attendee } from '#contract/attendances/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { shownLine } from '#web/core/ui/cells.ts'
import type { TableParts, TableSort } from '#web/core/ui/data-table.tsx'
import { attendeeDetails } from './admin-attendee.tsx'
import { attendeeStatus, shownMinutes } from './attendance-words.ts'

const column = createColumnHelper<TableParts, Attendee>()

/** The people of a slot. The table sorts by the value of each column's accessor. */
export const attendanceColumns = column.columns([
  column.accessor(({ name }) => name.toLowerCase(), {
    id: 'name',
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
  column.accessor(({ email }) => email?.toLowerCase() ?? '', {
    id: 'email',
    header: 'Email',
    size: 230,
    cell: ({ row: { original } }) => shownLine(original.email ?? ''),
  }),
  column.accessor(attendeeStatus, { id: 'status', header: 'Status', size: 120 }),
  column.accessor(({ minutes }) => minutes, {
    id: 'minutes',
    header: 'There for',
    size: 110,
    cell: ({ row: { original } }) => (original.visits.length === 0 ? '–' : shownMinutes(original.minutes)),
  }),
  column.accessor(({ visits }) => visits.length, { id: 'visits', header: 'Visits', size: 80 }),
  column.accessor(({ visits }) => visits[0]?.joinedAt.getTime() ?? Number.POSITIVE_INFINITY, {
    id: 'joined',
    header: 'First joined',
    size: 190,
    cell: ({ row: { original } }) =>
      shownLine(original.visits[0] ? shownInstant(original.visits[0].joinedAt) : ''),
  }),
  column.accessor(({ answers }) => answers.length, { id: 'answers', header: 'Answers', size: 90 }),
  column.display({
    id: 'open',
    header: 'Details',
    size: 90,
    meta: { pinned: 'end' },
    cell: ({ row: { original } }) => (
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`Visits of ${original.name || 'an unknown person'}`}
        onClick={() => attendeeDetails.show({ attendee: original })}
      >
        Visits
      </Button>
    ),
  }),
])

/** Returns the people whose name or email has all words of the search, sorted if asked. */
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
  const sorting = attendanceColumns.find(({ id }) => id === sort?.column)
  if (!sorting || !('accessorFn' in sorting)) return found
  const direction = sort?.order === 'desc' ? -1 : 1
  return found.sort((a, b) => {
    const [left, right] = [sorting.accessorFn(a, 0), sorting.accessorFn(b, 0)]
    return left === right ? 0 : direction * (left < right ? -1 : 1)
  })
}
