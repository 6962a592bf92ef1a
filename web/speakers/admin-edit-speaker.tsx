import { readLastingDraft } from '#web/core/ui/lasting-draft.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { type EditedSpeaker, type KeptSpeaker, keptSpeakerName } from './speaker-values.ts'

const { show, Panel } = pagePanel<EditedSpeaker & { kept?: KeptSpeaker }>(
  () => import('./admin-edit-speaker-panel.tsx'),
)

/** Opens a speaker, or a new one of an event, in the page's `AdminEditSpeaker`. */
export const showEditSpeaker = show

/** Opens it with what was typed when a session ended meanwhile, where something was. */
export function reopenEditSpeaker(): void {
  const kept = readLastingDraft<KeptSpeaker>(keptSpeakerName)
  if (kept) show({ ...kept.edited, kept })
}

/** Where speakers are edited. */
export const AdminEditSpeaker = Panel
