import { Button, Tooltip } from '@mantine/core'
import { getAllEvents } from '#contract/events.ts'
import { refusals } from '#contract/refusals.ts'
import { cancellationRefusal, cancelRegistration, getRegisteredEvents } from '#contract/registrations.ts'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import { useAct } from '#web/platform/api/act.ts'
import { confirm, inform } from '#web/platform/ui/dialogs.tsx'

/** Offered while the event is open; once there is a certificate, it says why it can't be done. */
export function CancelRegistration({
  event,
  hasCertificate,
}: {
  event: GroupedEvent
  hasCertificate: boolean
}) {
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
  const refusal = cancellationRefusal({ isEnabled: event.isEnabled, hasCertificate })
  if (refusal === 'EVENT_CLOSED') return null

  return (
    <Tooltip label={refusal ? refusals[refusal].message : ''} disabled={!refusal} multiline maw={320}>
      <Button
        variant="default"
        c="var(--mantine-color-red-filled)"
        data-disabled={refusal ? true : undefined}
        aria-disabled={refusal ? true : undefined}
        onClick={() => !refusal && void cancel({ body: { eventId: event.eventId } })}
      >
        Cancel registration
      </Button>
    </Tooltip>
  )
}
