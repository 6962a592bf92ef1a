import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Lets administrators edit a person's profile, on every page that offers it. */
export const editUser = pagePanel<{ userId: string; name: string }>(
  () => import('./admin-edit-user-panel.tsx'),
  'a user',
)
