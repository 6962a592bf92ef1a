import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { PreviewedEvent } from './event-preview.ts'

/** Shows administrators an event the way people see it. */
export const eventPreview = pagePanel<{ event: PreviewedEvent }>(
  () => import('./admin-event-preview-panel.tsx'),
)
