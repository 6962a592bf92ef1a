import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { Bulk } from './admin-bulk-panel.tsx'

const { show, Panel } = pagePanel<{ bulk: Bulk }, { onStarted: () => void }>(
  () => import('./admin-bulk-panel.tsx'),
)

/** Where things are done to many. */
export const AdminBulk = Panel

/** Opens the page's `AdminBulk`. */
export function showBulk(bulk: Bulk): void {
  show({ bulk })
}
