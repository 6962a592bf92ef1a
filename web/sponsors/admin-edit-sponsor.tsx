import { readLastingDraft } from '#web/core/ui/lasting-draft.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { type EditedSponsor, type KeptSponsor, keptSponsorName } from './sponsor-values.ts'

const { show, Panel } = pagePanel<EditedSponsor & { kept?: KeptSponsor }>(
  () => import('./admin-edit-sponsor-panel.tsx'),
)

/** Opens a sponsor, or a new one of an event, in the page's `AdminEditSponsor`. */
export const showEditSponsor = show

/** Opens it with what was typed when a session ended meanwhile, where something was. */
export function reopenEditSponsor(): void {
  const kept = readLastingDraft<KeptSponsor>(keptSponsorName)
  if (kept) show({ ...kept.edited, kept })
}

/** Where sponsors are edited. */
export const AdminEditSponsor = Panel
