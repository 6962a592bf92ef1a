import { Send } from 'lucide-react'
import { startMessage } from '#contract/outreach/messages/calls.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import { messagePanel } from './admin-message.ts'
import { AdminMessages } from './admin-messages.tsx'
import { aboutRegistrations } from './message-about.ts'

/** An event's tab 'Messages': those to its people, and a button to write one. */
export default function AdminEventMessagesPage() {
  const { event, year } = useEventOfPage()
  const { eventId, eventName } = event
  return (
    <>
      <AdminMessages
        eventId={eventId}
        about="Reminders are emailed automatically: a week, a day and an hour before each time slot."
      >
        <SmallButton
          needs={startMessage}
          icon={Send}
          onClick={() =>
            messagePanel.show(
              aboutRegistrations(`Everyone registered for ${eventName}`, { filter: { eventName, year } }),
            )
          }
        >
          New message
        </SmallButton>
      </AdminMessages>
      <messagePanel.Panel />
    </>
  )
}
