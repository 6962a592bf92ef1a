import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { EditedPart } from '#web/events/event-part-panel.tsx'

const { show, Panel } = pagePanel<EditedPart>(() => import('./admin-edit-sponsor-panel.tsx'), 'a sponsor')

/** Opens a sponsor, or a new one of an event, in the page's `AdminEditSponsor`. */
export const showEditSponsor = show

/** The place where sponsors are edited. */
export const AdminEditSponsor = Panel
