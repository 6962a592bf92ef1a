import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { Bulk } from './admin-bulk-panel.tsx'

/** Sets up bulk jobs, and shows and undoes them. */
export const bulkJobs = pagePanel<{ bulk: Bulk }, { onStarted: () => void }>(
  () => import('./admin-bulk-panel.tsx'),
)
