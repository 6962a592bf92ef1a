import type { User } from '#contract/users/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** The panel that merges two accounts. `showMergeAccounts` opens it in the page's `AdminMergeAccounts`. */
export const { show: showMergeAccounts, Panel: AdminMergeAccounts } = pagePanel<{ user: User }>(
  () => import('./admin-merge-accounts-panel.tsx'),
)
