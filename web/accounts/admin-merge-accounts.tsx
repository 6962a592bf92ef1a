import type { User } from '#contract/users/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel<{ user: User }>(() => import('./admin-merge-accounts-panel.tsx'))

/** Opens the page's `AdminMergeAccounts`, where another account is found and made one with somebody's. */
export const showMergeAccounts = show

/** Where two accounts are merged, on the page of one of them. */
export const AdminMergeAccounts = Panel
