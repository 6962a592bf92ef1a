import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel<{ userId: string; name: string }>(
  () => import('./admin-add-to-events-panel.tsx'),
)

/** Opens the season's events in the page's `AdminAddToEvents`, for an administrator to register somebody. */
export const showAddToEvents = show

/** Where a person is added to events, on every page that offers it. */
export const AdminAddToEvents = Panel
