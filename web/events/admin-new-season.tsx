import type { AdminEvent } from '#contract/events/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel<{ events: AdminEvent[]; year: number }>(
  () => import('./admin-new-season-panel.tsx'),
)

/** Opens what makes drafts of a year's events, in the page's `AdminNewSeason`. */
export const showNewSeason = show

/** Where a new season is made. */
export const AdminNewSeason = Panel
