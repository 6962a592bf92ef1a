import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Lists the certificate emails of a registration. */
export const emailHistory = pagePanel<{ registrationId: number; name: string }>(
  () => import('./admin-email-history-dialog.tsx'),
)
