import { Button, Tooltip } from '@mantine/core'
import { type GroupedEvent, getAllEvents } from '#contract/events.ts'
import { refusals } from '#contract/refusals.ts'
import { cancellationRefusal, cancelRegistration, getRegisteredEvents } from '#contract/registrations.ts'
import { call } from '#web/platform/api/call.ts'
import { useReload } from '#web/platform/api/data.tsx'
import { whileLoading } from '#web/platform/session/session.ts'
import { confirm, inform } from '#web/platform/ui/dialogs.tsx'
import { reason } from './registering.tsx'

/** Offered while the event is open; once there is a certificate, it says why it can't be done. */
export function CancelRegistration({
  event,
  hasCertificate,
}: {
  event: GroupedEvent
  hasCertificate: boolean
}) {
  const reload = useReload()
  const refusal = cancellationRefusal({ isEnabled: event.isEnabled, hasCertificate })
  if (refusal === 'EVENT_CLOSED') return null

  async function cancel() {
    const isConfirmed = await confirm({
      title: 'Cancel your registration?',
      message: `You give up your place in ${event.eventName}.`,
      confirmLabel: 'Cancel registration',
      cancelLabel: 'Keep it',
      tone: 'danger',
    })
    if (!isConfirmed) return
    try {
      await whileLoading(call(cancelRegistration, { body: { eventId: event.eventId } }))
      await Promise.all([reload(getRegisteredEvents), inform({ title: 'Registration Canceled' })])
    } catch (error) {
      void reload(getAllEvents, getRegisteredEvents)
      await inform({
        title: 'Action Failed',
        message: reason(error, 'Please try again later'),
        tone: 'failed',
      })
    }
  }

  return (
    <Tooltip label={refusal ? refusals[refusal].message : ''} disabled={!refusal} multiline maw={320}>
      <Button
        variant="subtle"
        color="red"
        data-disabled={refusal ? true : undefined}
        aria-disabled={refusal ? true : undefined}
        onClick={() => !refusal && void cancel()}
      >
        Cancel
      </Button>
    </Tooltip>
  )
}
