import { Button } from '@mantine/core'
import { ended } from '#contract/core/names.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { cancelRegistration, getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { inform } from '#web/core/ui/dialogs.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'

export function CancelRegistration({ event }: { event: GroupedEvent }) {
  const { act: cancel } = useAct(cancelRegistration, {
    confirm: {
      title: 'Cancel your registration?',
      message: `You'll lose your seat in ${ended(event.eventName)}`,
      confirmLabel: 'Cancel registration',
      cancelLabel: 'Keep registration',
      tone: 'danger',
    },
    done: () =>
      inform({
        title: 'Registration Canceled',
        message: `You are not registered anymore for ${ended(event.eventName)}`,
      }),
    failed: 'Please try again later',
    tell: (message) => inform({ title: 'Action Failed', message, tone: 'failed' }),
    reloads: [getAllEvents, getRegisteredEvents],
    overlay: true,
  })
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
