import { AdminRegistrations } from './admin-registrations.tsx'

/** 'All Registrations': every event's, by default of the current renewal year. */
export default function AdminRegistrationsPage() {
  return <AdminRegistrations title="All Registrations" />
}
