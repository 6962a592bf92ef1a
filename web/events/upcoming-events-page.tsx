import { PageHeading } from '#web/platform/ui/page-heading.tsx'

export function UpcomingEventsPage() {
  return <PageHeading>Upcoming Events</PageHeading>
}
