import { createColumnHelper } from '@tanstack/react-table'
import { shownPhone } from '#contract/phones.ts'
import type { RegistrationRow } from '#contract/registrations.ts'
import { AdminCertificateCell } from '#web/certificates/admin-certificate-cell.tsx'
import { shownInstant } from '#web/platform/texts/instants.ts'
import type { TableParts } from '#web/platform/ui/data-table.tsx'
import { shownTimeslot } from './timeslot.ts'

const column = createColumnHelper<TableParts, RegistrationRow>()

/** The columns of All Registrations; an id is the name that the server sorts by. */
export const registrationColumns = column.columns([
  column.accessor('User Name', { header: 'User Name', size: 190, meta: { pinned: 'start' }, cell: Text }),
  column.accessor('User Email', { header: 'Email', size: 230, cell: Text }),
  column.accessor('User Phone', {
    header: 'Phone',
    size: 140,
    cell: ({ getValue }) => <Line text={shownPhone(getValue())} />,
  }),
  column.accessor('User Company Name', { header: 'Company Name', size: 200, cell: Text }),
  column.accessor('User State', { header: 'State', size: 130, cell: Text }),
  column.accessor('User Zip', { header: 'Zip', size: 90, cell: Text }),
  column.accessor('User Country', { header: 'Country', size: 130, cell: Text }),
  column.accessor('Event Name', { header: 'Event', size: 240, cell: Text }),
  column.accessor('Event Date', {
    header: 'Timeslot',
    size: 380,
    cell: ({ row }) => <Line text={shownTimeslot(row.original)} />,
  }),
  column.accessor('Registration Date', {
    header: 'Registration Date',
    size: 215,
    cell: ({ getValue }) => <Line text={shownInstant(getValue())} />,
  }),
  column.accessor('Hours', {
    header: 'Certificate',
    size: 178,
    meta: { pinned: 'end' },
    cell: ({ row: { original } }) => (
      <AdminCertificateCell
        registrationId={original.registrationId}
        name={original['User Name'].trim() || original['User Email']}
        hours={original.Hours}
        hasCertificate={original.Certificate !== null}
      />
    ),
  }),
])

function Text({ getValue }: { getValue: () => string }) {
  return <Line text={getValue()} />
}

/** One line; what does not fit is read by pointing at it. */
function Line({ text }: { text: string }) {
  return text.trim() === '' ? '–' : <span title={text}>{text}</span>
}
