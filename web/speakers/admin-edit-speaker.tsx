import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { EditedPart } from '#web/events/event-part-panel.tsx'

const { show, Panel } = pagePanel<EditedPart>(() => import('./admin-edit-speaker-panel.tsx'), 'a speaker')

/** Opens a speaker, or a new one of an event, in the page's `AdminEditSpeaker`. */
export const showEditSpeaker = show

/** The place where speakers are edited. */
export const AdminEditSpeaker = Panel
