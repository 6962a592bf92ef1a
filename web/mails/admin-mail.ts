import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Shows an email as it was sent. */
export const mailPanel = pagePanel<{ mailId: number; subject: string }>(
  () => import('./admin-mail-panel.tsx'),
)
