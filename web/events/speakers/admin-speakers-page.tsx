import { AdminSpeakers } from './admin-speakers.tsx'

/** 'Manage Speakers': each event's courses, day by day. */
export default function AdminSpeakersPage() {
  return <AdminSpeakers title="Manage Speakers" />
}
