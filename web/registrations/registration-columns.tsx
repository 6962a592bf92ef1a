import { createColumnHelper } from '@tanstack/react-table'
import type { RegistrationRow } from '#contract/registration-rows.ts'
import { shownTimeslot } from '#contract/timeslots.ts'
import { AdminCertificateCell } from '#web/certificates/admin-certificate-cell.tsx'
import { shownInstant } from '#web/platform/texts/instants.ts'
import type { TableParts } from '#web/platform/ui/data-table.tsx'
import { shownPhone } from './shown-phone.ts'

const column = createColumnHelper<TableParts, RegistrationRow>()

/** The columns of All Registrations; an id is the name that the server sorts by. */
export const registrationColumns = column.columns([
  column.accessor('userName', { header: 'User Name', size: 190, meta: { pinned: 'start' }, cell: Text }),
  column.accessor('email', { header: 'Email', size: 230, cell: Text }),
  column.accessor('phone', {
    header: 'Phone',
    size: 140,
    cell: ({ row: { original } }) => <Line text={shownPhone(original.phone, original.country)} />,
  }),
  column.accessor('companyName', { header: 'Company Name', size: 200, cell: Text }),
  column.accessor('state', { header: 'State', size: 130, cell: Text }),
  column.accessor('zip', { header: 'Zip', size: 90, cell: Text }),
  column.accessor('country', { header: 'Country', size: 130, cell: Text }),
  column.accessor('eventName', { header: 'Event', size: 240, cell: Text }),
  column.accessor('startOn', {
    header: 'Timeslot',
    size: 380,
    cell: ({ row }) => <Line text={shownTimeslot(row.original)} />,
  }),
  column.accessor('registeredAt', {
    header: 'Registration Date',
    size: 215,
    cell: ({ getValue }) => <Line text={shownInstant(getValue())} />,
  }),
  column.accessor('hours', {
    header: 'Certificate',
    size: 178,
    meta: { pinned: 'end' },
    cell: ({ row: { original } }) => (
      <AdminCertificateCell
        registrationId={original.registrationId}
        name={original.userName.trim() || original.email}
        slot={original}
        hours={original.hours}
        certificateLink={original.certificateLink}
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
