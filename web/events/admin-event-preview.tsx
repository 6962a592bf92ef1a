import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { PreviewedEvent } from './event-preview.ts'

const { show, Panel } = pagePanel<{ event: PreviewedEvent }>(() => import('./admin-event-preview-panel.tsx'))

/** Shows an event in the page's `AdminEventPreview` as people see it, before they do. */
export const showEventPreview = show

/** Where events are previewed. */
export const AdminEventPreview = Panel
