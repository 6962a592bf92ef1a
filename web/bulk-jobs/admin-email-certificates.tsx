import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel(() => import('./admin-email-certificates-panel.tsx'))

/** Where the certificates of a slot are emailed. */
export const AdminEmailCertificates = Panel

/** Opens the page's `AdminEmailCertificates`. */
export function emailCertificates(): void {
  show({})
}
