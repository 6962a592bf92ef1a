import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Lets an administrator register a person for the season's events, on every page that offers it. */
export const addToEvents = pagePanel<{ userId: string; name: string }>(
  () => import('./admin-add-to-events-panel.tsx'),
)
