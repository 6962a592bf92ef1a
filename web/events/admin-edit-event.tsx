import { pagePanel } from '#web/core/ui/page-panel.tsx'

interface About {
  /** Absent: a new one. */
  eventId?: number
}

const { show, Panel } = pagePanel<About>(() => import('./admin-edit-event-panel.tsx'), 'an event')

/** Opens the editor of an event, or of a new one, in the page's `AdminEditEvent`. */
export const showEditEvent = show

/** The place where events are edited. */
export const AdminEditEvent = Panel
