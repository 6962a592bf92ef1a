import type { Attendee } from '#contract/attendances/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Shows a person's visits and answers. */
export const attendeeDetails = pagePanel<{ attendee: Attendee }>(() => import('./admin-attendee-panel.tsx'))
