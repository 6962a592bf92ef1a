import { pagePanel } from '#web/core/ui/page-panel.tsx'

export const findingDetails = pagePanel<{ eventSlotId: number; registrationId: number; name?: string }>(
  () => import('./admin-registration-finding-panel.tsx'),
)
