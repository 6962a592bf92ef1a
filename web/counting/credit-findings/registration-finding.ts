import { pagePanel } from '#web/core/ui/page-panel.tsx'

export const findingDetails = pagePanel<{ eventSlotId: number; registrationId: number }>(
  () => import('./admin-registration-finding-panel.tsx'),
)
