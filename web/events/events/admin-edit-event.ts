import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** The event editor. Without an id, it adds an event. */
export const editEvent = pagePanel<{ eventId?: number }>(
  () => import('./admin-edit-event-panel.tsx'),
  'an event',
)
