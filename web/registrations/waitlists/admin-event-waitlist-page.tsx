import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import { AdminWaitlists } from './admin-waitlists.tsx'

/** An event's tab 'Waitlist'. */
export default function AdminEventWaitlistPage() {
  return <AdminWaitlists title="Waitlist" eventId={useEventOfPage().event.eventId} />
}
