import { AdminSponsors } from './admin-sponsors.tsx'

/** 'Manage Sponsors': each event's sponsors, and the featured one. */
export default function AdminSponsorsPage() {
  return <AdminSponsors title="Manage Sponsors" />
}
