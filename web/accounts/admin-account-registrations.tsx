import { Anchor, Badge } from '@mantine/core'
import type { Account } from '#contract/accounts/records.ts'
import { shownTimeslot } from '#contract/slots/timeslots.ts'
import { RestoreRegistration } from '#web/activities/restore-registration.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { AdminAccountSection } from './admin-account-section.tsx'

type Registration = Account['registrations'][number]

/** A person's registrations, canceled ones included. */
export function AdminAccountRegistrations({ registrations }: Pick<Account, 'registrations'>) {
  return (
    <AdminAccountSection id="registrations">
      <RecordTable
        label="Registrations"
        rows={registrations}
        rowId={({ registrationId }) => registrationId}
        isOver={({ canceledAt }) => canceledAt !== null}
        empty="Not registered for anything yet."
        columns={{
          Event: ({ eventName }) => eventName,
          'Time slot': shownTimeslot,
          Registered: ({ registeredAt }) => shownInstant(registeredAt),
          Hours: ({ hours }) => (hours > 0 ? hours : ''),
          Status: (registration) => <Status registration={registration} />,
        }}
      />
    </AdminAccountSection>
  )
}

function Status({ registration }: { registration: Registration }) {
  const { registrationId, eventName, canceledAt, certificateLink, isRestorable } = registration
  if (canceledAt === null) {
    return certificateLink === null ? (
      <Badge>Registered</Badge>
    ) : (
      <Anchor href={certificateLink} target="_blank" rel="noreferrer" fz="inherit">
        Certificate
      </Anchor>
    )
  }
  return (
    <div>
      <div>Canceled {shownInstant(canceledAt)}</div>
      {isRestorable && <RestoreRegistration registrationId={registrationId} which={`for ${eventName}`} />}
    </div>
  )
}
