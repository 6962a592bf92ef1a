import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import { AdminSpeakers } from './admin-speakers.tsx'

/** An event's tab 'Speakers'. */
export default function AdminEventSpeakersPage() {
  return <AdminSpeakers title="Speakers" eventId={useEventOfPage().event.eventId} />
}
