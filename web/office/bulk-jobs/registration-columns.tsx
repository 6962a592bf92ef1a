import { createColumnHelper } from '@tanstack/react-table'
import { use } from 'react'
import { paths } from '#contract/core/paths.ts'
import { shortTimeslot, shownTimeslot } from '#contract/events/slots/times.ts'
import type { RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import { updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { shownLine, textCell } from '#web/core/ui/cells.ts'
import type { TableParts } from '#web/core/ui/data-table.tsx'
import { rowIcons } from '#web/core/ui/row-icons.tsx'
import { AdminCertificateCell } from '#web/counting/certificates/admin-certificate-cell.tsx'
import { HoursWhy } from '#web/counting/credit-findings/hours-why.tsx'
import { shownPhone } from '#web/people/users/shown-phone.ts'
import { RowActions } from '#web/registrations/registration-lists/row-actions.ts'
import { changeRegistration } from '#web/registrations/registrations/admin-change-registration.tsx'
import { personOf } from '#web/registrations/registrations/registration-actions.ts'
import styles from './registration-columns.module.css'

const column = createColumnHelper<TableParts, RegistrationRow>()

/** The columns of All Registrations. The server sorts by the same names. */
export const registrationColumns = column.columns([
  column.accessor('userName', {
    header: 'User Name',
    size: 178,
    meta: { pinned: 'start' },
    cell: ({ row, table }) => (
      <Person row={row.original} isAlone={table.getColumn('email')?.getIsVisible() === false} />
    ),
  }),
  column.accessor('startOn', {
    header: 'Timeslot',
    size: 360,
    cell: ({ row }) => <Timeslot row={row.original} />,
  }),
  column.display({
    id: 'why',
    header: 'Hours',
    size: 80,
    cell: ({ row: { original } }) => (
      <HoursWhy {...original} name={personOf(original)} of={original.creditHours} />
    ),
  }),
  column.accessor('registeredAt', {
    header: 'Registration Date',
    size: 198,
    cell: ({ getValue }) => shownInstant(getValue()),
  }),
  column.accessor('email', { header: 'Email', size: 220, cell: textCell }),
  column.accessor('phone', {
    header: 'Phone',
    size: 150,
    cell: ({ row: { original } }) => shownLine(shownPhone(original.phone, original.country)),
  }),
  column.accessor('companyName', { header: 'Company Name', size: 180, cell: textCell }),
  column.accessor('state', { header: 'State', size: 118, cell: textCell }),
  column.accessor('zip', { header: 'Zip', size: 90, cell: textCell }),
  column.accessor('country', { header: 'Country', size: 120, cell: textCell }),
  column.accessor('eventName', { header: 'Event', size: 230, cell: textCell }),
  column.display({
    id: 'answers',
    header: 'Answers',
    size: 260,
    cell: ({ row: { original } }) => shownLine(original.answers ?? ''),
  }),
  column.accessor('hours', {
    header: 'Certificate',
    size: 178,
    meta: { pinned: 'end' },
    cell: ({ row: { original } }) => (
      <AdminCertificateCell name={personOf(original)} registration={original} />
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="unseen">Actions</span>,
    size: 48,
    meta: { pinned: 'end' },
    cell: ({ row }) => <Actions row={row.original} />,
  }),
])

/** The same for a list in which nobody was asked anything. */
export const columnsWithoutAnswers = registrationColumns.filter(({ id }) => id !== 'answers')

/** All columns that are not pinned. */
export const hideableColumns = registrationColumns.flatMap((column) =>
  'accessorKey' in column && !column.meta?.pinned
    ? { id: String(column.accessorKey), label: String(column.header) }
    : [],
)

/** The columns hidden in the compact view. The email is then below the name, the series below the slot. */
export const hiddenInCompact = ['email', 'phone', 'companyName', 'zip', 'country', 'eventName']

/** The name, with the email below it if that has no column. */
function Person({ row, isAlone }: { row: RegistrationRow; isAlone: boolean }) {
  const { visit } = use(RowActions)
  const name = personOf(row)
  return (
    <span className={styles.lines}>
      <a className="cut" href={paths.account(row)} onClick={visit}>
        {name}
      </a>
      {isAlone && <small className="cut">{row.email}</small>}
    </span>
  )
}

/** The time, with the event below it: one person may have several rows. */
function Timeslot({ row }: { row: RegistrationRow }) {
  return (
    <span className={styles.timeslot}>
      <span className={styles.lines}>
        <span className="cut" data-whole={shownTimeslot(row)}>
          {shortTimeslot(row)}
        </span>
        <span className={`cut ${styles.event}`} data-focus={row.focusId}>
          {row.eventName}
        </span>
      </span>
      {can(updateTimeslot) && (
        <button
          type="button"
          className={styles.change}
          aria-label={`Change the time slot of ${personOf(row)}`}
          onClick={() => changeRegistration.show({ row })}
        >
          Change
        </button>
      )}
    </span>
  )
}

function Actions({ row }: { row: RegistrationRow }) {
  const { showMenu } = use(RowActions)
  const label = `Actions for ${personOf(row)}, ${row.eventName}`
  return (
    <button
      type="button"
      className={styles.actions}
      aria-haspopup="menu"
      aria-label={label}
      title="Actions"
      onClick={(event) => showMenu(row, event.currentTarget)}
    >
      {rowIcons.ellipsis}
    </button>
  )
}
