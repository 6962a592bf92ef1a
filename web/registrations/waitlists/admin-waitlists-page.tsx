import { AdminWaitlists } from './admin-waitlists.tsx'

/** 'Waitlists' of all slots. */
export default function AdminWaitlistsPage() {
  return <AdminWaitlists title="Waitlists" />
}
