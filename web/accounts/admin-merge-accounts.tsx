import type { User } from '#contract/users/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Merges two accounts of one person. */
export const accountMerge = pagePanel<{ user: User }>(() => import('./admin-merge-accounts-panel.tsx'))
