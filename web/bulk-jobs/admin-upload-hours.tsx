import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel(() => import('./admin-upload-hours-panel.tsx'))

/** Where a list of hours is uploaded. */
export const AdminUploadHours = Panel

/** Opens the page's `AdminUploadHours`. */
export function uploadHours(): void {
  show({})
}
