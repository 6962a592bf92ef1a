import { Anchor, Badge, Button } from '@mantine/core'
import { type Account, getAccount } from '#contract/account-records.ts'
import { getActivities } from '#contract/activities.ts'
import { restoreRegistration } from '#contract/registration-changes.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
  getRegisteredEventsOfUser,
} from '#contract/registrations.ts'
import { shownTimeslot } from '#contract/timeslots.ts'
import { useAct } from '#web/platform/api/act.ts'
import { shownInstant } from '#web/platform/texts/instants.ts'
import { toastDone, toastError } from '#web/platform/ui/toasts.tsx'
import { AdminAccountSection } from './admin-account-section.tsx'
import { RecordTable } from './record-table.tsx'

type Registration = Account['registrations'][number]

/** Everything that somebody holds or held. */
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
          'Time slot': (registration) => shownTimeslot(registration),
          Registered: ({ registeredAt }) => shownInstant(registeredAt),
          Hours: ({ hours }) => (hours > 0 ? hours : ''),
          Status: (registration) => <Status registration={registration} />,
        }}
      />
    </AdminAccountSection>
  )
}

function Status({ registration }: { registration: Registration }) {
  const { canceledAt, certificateLink, isRestorable } = registration
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
      {isRestorable && <Restore registration={registration} />}
    </div>
  )
}

function Restore({ registration: { registrationId, eventName } }: { registration: Registration }) {
  const { act, isRunning } = useAct(restoreRegistration, {
    done: () => toastDone(`The registration for ${eventName} is restored`),
    failed: 'The registration could not be restored. Please try again.',
    tell: toastError,
    reloads: [
      getAccount,
      getActivities,
      getAllRegisteredUsers,
      getAllUnregisteredUsers,
      getRegisteredEventsOfUser,
    ],
    lane: `restore ${registrationId}`,
  })
  return (
    <Button
      variant="default"
      size="compact-xs"
      mt={4}
      aria-label={`Restore the registration for ${eventName}`}
      loading={isRunning}
      onClick={() => void act({ body: { registrationId } })}
    >
      Restore
    </Button>
  )
}
