import { Button } from '@mantine/core'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { getRegisteredEventsOfUser } from '#contract/registrations/registrations/calls.ts'
import { restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { can } from '#web/core/session/can.ts'
import { orOverbook } from '#web/core/ui/overbook.ts'

/** The button that restores a canceled registration; `which`: 'for Piston' or 'of Pat for Piston'. */
export function RestoreRegistration({ registrationId, which }: { registrationId: number; which: string }) {
  const { button } = useAct(restore, {
    toast: `The registration ${which} is restored`,
    failed: "Couldn't restore the registration. Try again.",
    tell: 'toast',
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
    can(restoreRegistration) && (
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Restore the registration ${which}`}
        {...button(registrationId)}
      >
        Restore
      </Button>
    )
  )
}

/** Outside the component, so that equal acts of a lane are known as one. */
function restore(registrationId: number) {
  return orOverbook(
    (overbooks) => call(restoreRegistration, { body: { registrationId, overbooks } }),
    'Restore anyway',
  )
}
