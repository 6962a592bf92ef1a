import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel<{ registrationId: number; name: string }>(
  () => import('./admin-email-history-dialog.tsx'),
)

/** Opens the email history of a registration in the page's `AdminEmailHistory`. */
export const showEmailHistory = show

/** Where every certificate mail of a registration is told. */
export const AdminEmailHistory = Panel
