import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import { AdminSponsors } from './admin-sponsors.tsx'

/** An event's tab 'Sponsors'. */
export default function AdminEventSponsorsPage() {
  return <AdminSponsors title="Sponsors" eventId={useEventOfPage().event.eventId} />
}
