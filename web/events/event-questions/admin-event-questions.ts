import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** The editor of an event's questions. */
export const editEventQuestions = pagePanel<{ eventId: number; eventName: string }>(
  () => import('./admin-event-questions-panel.tsx'),
  'questions',
)
