import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** The email history of a registration. `showEmailHistory` opens it in the page's `AdminEmailHistory`. */
export const { show: showEmailHistory, Panel: AdminEmailHistory } = pagePanel<{
  registrationId: number
  name: string
}>(() => import('./admin-email-history-dialog.tsx'))
