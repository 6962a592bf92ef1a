import { readLastingDraft } from '#web/core/ui/lasting-draft.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { type KeptEvent, keptEventName } from './kept-event.ts'

interface About {
  /** Absent: a new one. */
  eventId?: number
  /** What was typed before the session ended. */
  kept?: KeptEvent
}

const { show, Panel } = pagePanel<About>(() => import('./admin-edit-event-panel.tsx'))

/** Opens the editor of an event, or of a new one, in the page's `AdminEditEvent`. */
export const showEditEvent = show

/** Opens it with what was typed when a session ended meanwhile, where something was. */
export function reopenEditEvent(): void {
  const kept = readLastingDraft<KeptEvent>(keptEventName)
  if (kept) show({ kept, ...(kept.saved && { eventId: kept.saved.eventId }) })
}

/** Where events are edited. */
export const AdminEditEvent = Panel
