import { ActionIcon, Group } from '@mantine/core'
import { createColumnHelper } from '@tanstack/react-table'
import { CalendarPlus, UserRoundPen } from 'lucide-react'
import { nameOrEmail } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import { updateUserByAdmin } from '#contract/people/users/edits.ts'
import type { User } from '#contract/people/users/user.ts'
import { changeRegistrations } from '#contract/registrations/registrations/changes.ts'
import { can } from '#web/core/session/can.ts'
import { shownLine, textCell } from '#web/core/ui/cells.ts'
import type { TableParts } from '#web/core/ui/data-table.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { editUser } from '#web/people/users/admin-edit-user.tsx'
import { shownPhone } from '#web/people/users/shown-phone.ts'
import { addToEvents } from '#web/registrations/registrations/admin-add-to-events.tsx'

const column = createColumnHelper<TableParts, User>()

/** The columns of Non registered Users. They cannot be sorted. */
export const unregisteredColumns = column.columns([
  column.accessor(nameOrEmail, {
    id: 'name',
    header: 'Name',
    size: 190,
    meta: { pinned: 'start' },
    cell: ({ row: { original } }) => (
      <TextLink to={paths.account(original)} fz="inherit">
        {nameOrEmail(original)}
      </TextLink>
    ),
  }),
  column.accessor('email', { header: 'Email', size: 230, cell: textCell }),
  column.accessor('phone', {
    header: 'Phone',
    size: 140,
    cell: ({ row: { original } }) => shownLine(shownPhone(original.phone, original.country)),
  }),
  column.accessor('companyName', { header: 'Company Name', size: 190, cell: textCell }),
  column.accessor('state', { header: 'State', size: 130, cell: textCell }),
  column.accessor('zip', { header: 'Zip', size: 80, cell: textCell }),
  column.accessor('country', { header: 'Country', size: 120, cell: textCell }),
  column.display({
    id: 'actions',
    header: 'Actions',
    size: 88,
    meta: { pinned: 'end' },
    cell: ({ row: { original } }) => <Actions user={original} />,
  }),
])

function Actions({ user }: { user: User }) {
  const person = personOf(user)
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {can(changeRegistrations) && (
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={`Add ${person.name} to events`}
          title="Add to events"
          onClick={() => addToEvents.show(person)}
        >
          <CalendarPlus size={16} />
        </ActionIcon>
      )}
      {can(updateUserByAdmin) && (
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={`Edit ${person.name}`}
          title="Edit user"
          onClick={() => editUser.show(person)}
        >
          <UserRoundPen size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

function personOf(user: User) {
  return { userId: user.userId, name: nameOrEmail(user) }
}
