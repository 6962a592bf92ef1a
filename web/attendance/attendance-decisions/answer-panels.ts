import type { Wait } from '#contract/counting/credit-findings/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { SeveralAbout, WaitingSlot } from './answered.ts'

/** Matches rows of a report with other people, or with several at one computer. */
export const severalPeople = pagePanel<SeveralAbout>(() => import('./admin-several-people-panel.tsx'))

/** States from when to when somebody was there. */
export const statedStay = pagePanel<{ of: WaitingSlot; wait: Wait }>(
  () => import('./admin-stated-stay-panel.tsx'),
)

/** The poll questions of a slot, and which of them count. `subject` is the one that is opened first. */
export const pollQuestions = pagePanel<{ eventSlotId: number; subject?: string }>(
  () => import('./admin-poll-questions-panel.tsx'),
)
