import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Shows why a registration gets its hours. */
export const findingDetails = pagePanel<{ eventSlotId: number; registrationId: number }>(
  () => import('./admin-registration-finding-panel.tsx'),
)
