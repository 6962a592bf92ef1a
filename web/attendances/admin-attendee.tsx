import type { Attendee } from '#contract/attendances/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** A person's visits and answers. `showAttendee` opens them in the page's `AdminAttendee`. */
export const { show: showAttendee, Panel: AdminAttendee } = pagePanel<{ attendee: Attendee }>(
  () => import('./admin-attendee-panel.tsx'),
)
