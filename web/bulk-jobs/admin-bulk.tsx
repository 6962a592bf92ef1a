import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { Bulk } from './admin-bulk-panel.tsx'

/** The panel of bulk jobs. `showBulk` opens it in the page's `AdminBulk`. */
export const { show: showBulk, Panel: AdminBulk } = pagePanel<{ bulk: Bulk }, { onStarted: () => void }>(
  () => import('./admin-bulk-panel.tsx'),
)
