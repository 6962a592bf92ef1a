import { Button } from '@mantine/core'
import { getAllEvents } from '#contract/events/calls.ts'
import { cancelRegistration, getRegisteredEvents } from '#contract/registrations/calls.ts'
import { cancellationRefusal } from '#contract/registrations/rules.ts'
import { useAct } from '#web/core/api/act.ts'
import { confirm, inform } from '#web/core/ui/dialogs.tsx'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import type { Slot } from '#web/slots/offered-slots.ts'

/** Offered while the event is open and no certificate stands. */
export function CancelRegistration({ event, held }: { event: GroupedEvent; held: Slot }) {
  const { act: cancel } = useAct(cancelRegistration, {
    confirm: () =>
      confirm({
        title: 'Cancel your registration?',
        message: `You give up your place in ${event.eventName}.`,
        confirmLabel: 'Cancel registration',
        cancelLabel: 'Keep it',
        tone: 'danger',
      }),
    done: () => inform({ title: 'Registration Canceled' }),
    failed: 'Please try again later',
    tell: (message) => inform({ title: 'Action Failed', message, tone: 'failed' }),
    reloads: [getAllEvents, getRegisteredEvents],
    overlay: true,
  })
  if (cancellationRefusal({ isEnabled: event.isEnabled, hours: held.hours })) return null

  return (
    <Button
      variant="default"
      c="var(--mantine-color-red-filled)"
      onClick={() => void cancel({ body: { eventId: event.eventId } })}
    >
      Cancel registration
    </Button>
  )
}
