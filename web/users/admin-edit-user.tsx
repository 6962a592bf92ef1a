import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel<{ userId: string; name: string }>(
  () => import('./admin-edit-user-panel.tsx'),
  'a user',
)

/** Opens somebody's profile in the page's `AdminEditUser`, for an administrator to change. */
export const showEditUser = show

/** Where a person is edited, on every page that offers it. */
export const AdminEditUser = Panel
