import { useEventOfPage } from '#web/events/events/event-of-page.ts'
import { AdminRegistrations } from './admin-registrations.tsx'

/** An event's tab 'Registrations'. */
export default function AdminEventRegistrationsPage() {
  const { event, year } = useEventOfPage()
  return <AdminRegistrations title="Registrations" of={{ eventName: event.eventName, year }} />
}
