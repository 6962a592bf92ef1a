import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { SeveralAbout, WaitingSlot } from './answered.ts'

/** Matches a report's rows with other people, or with several at one computer. */
export const severalPeople = pagePanel<SeveralAbout>(() => import('./admin-several-people-panel.tsx'))

/** States when a person was present. */
export const statedStay = pagePanel<{ of: WaitingSlot; wait: Question }>(
  () => import('./admin-stated-stay-panel.tsx'),
)

/** A slot's poll questions, and which of them count. `subject`: the one to open first. */
export const pollQuestions = pagePanel<{ eventSlotId: number; subject?: string }>(
  () => import('./admin-poll-questions-panel.tsx'),
)
