import type { Attendee } from '#contract/attendances/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel<{ attendee: Attendee }>(() => import('./admin-attendee-panel.tsx'))

/** Opens the visits and answers of somebody in the page's `AdminAttendee`. */
export const showAttendee = show

/** Where the visits and answers of somebody are told. */
export const AdminAttendee = Panel
