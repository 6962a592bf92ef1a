import { pagePanel } from '#web/core/ui/page-panel.tsx'

export const addToEvents = pagePanel<{ userId: string; name: string }>(
  () => import('./admin-add-to-events-panel.tsx'),
)
