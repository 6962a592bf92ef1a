import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals, restorableDays } from '#contract/core/refusals.ts'
import { creditRefusal, isDecidedAlready } from '#contract/credits/rules.ts'
import type { RestorationFacts } from '#contract/registrations/rules.ts'
import { moveRefusal, restorationRefusal } from '#contract/registrations/rules.ts'
import type { BulkAction, BulkKind } from './calls.ts'

/** The facts that decide about one registration. */
export interface BulkFacts {
  eventId: number
  eventSlotId: number
  hours: number
  /** Whether a person has decided the hours, not the rule. */
  isDecided: boolean
  /** Whether the current certificate was emailed, or is about to be. */
  isMailed: boolean
  isProfileComplete: boolean
  /** Whether the slot has ended. */
  isOver: boolean
  /** Whether the target of a move is a slot of the same event and focus. */
  isSlotKnown: boolean
}

/** The verdict about a registration: it changes, nothing changes, or the reason why it can't. */
export type BulkVerdict = 'changes' | 'unchanged' | 'EVENT_NOT_OVER' | RefusalCode

/** Decides about one registration; the preview shows it, and the job asks again. */
export function bulkVerdict(action: BulkAction, facts: BulkFacts): BulkVerdict {
  switch (action.kind) {
    case 'credit':
      if (isDecidedAlready(action.hours, facts)) return 'unchanged'
      if (action.hours > 0 && !facts.isOver && !action.includesEarly) return 'EVENT_NOT_OVER'
      return creditRefusal(action.hours, facts) ?? 'changes'
    case 'mail-certificates':
      // The certificate of credited hours may not be issued yet.
      if (facts.hours === 0) return 'CERTIFICATE_MISSING'
      return action.onlyUnsent && facts.isMailed ? 'unchanged' : 'changes'
    case 'move':
      if (facts.eventSlotId === action.eventSlotId) return 'unchanged'
      if (facts.eventId !== action.eventId || !facts.isSlotKnown) return 'SLOT_NOT_FOUND'
      return moveRefusal(facts) ?? 'changes'
    case 'delete':
      return 'changes'
  }
}

/** The facts that decide whether a registration can be changed back. */
export interface UndoFacts extends RestorationFacts {
  /** Whether nobody has changed it since the job: its hours or its slot. */
  isAsLeft: boolean
  hours: number
  isProfileComplete: boolean
  /** For undone hours: the hours before the job. */
  hoursAfter: number
}

/** Decides about one registration of a job to undo, as `bulkVerdict` does for a job to start. */
export function undoVerdict(kind: BulkKind, facts: UndoFacts, now: Date): BulkVerdict {
  if (kind === 'delete') return restorationRefusal(facts, now) ?? 'changes'
  if (facts.cancelledAt !== null) return 'REGISTRATION_NOT_FOUND'
  if (!facts.isAsLeft) return 'CHANGED_MEANWHILE'
  // Every undo has a reason, which 0 hours may need.
  return (kind === 'move' ? moveRefusal(facts) : creditRefusal(facts.hoursAfter, facts, 'undo')) ?? 'changes'
}

/** Returns the reason in words for an administrator; '' for an item that was done. */
export function bulkReason(outcome: string): string {
  if (outcome === 'changes' || outcome === 'done') return ''
  return ownWords[outcome] ?? refusals[outcome as RefusalCode]?.message ?? outcome
}

const ownWords: Record<string, string> = {
  unchanged: 'Nothing to change',
  EVENT_NOT_OVER: 'Event not over yet',
  stopped: 'Stopped before its turn',
  CERTIFICATE_MISSING: 'No certificate yet',
  CERTIFICATE_ISSUED: 'This registration has a certificate. Withdraw it first.',
  PROFILE_INCOMPLETE: 'Profile is not complete',
  SLOT_NOT_FOUND: 'Registered for another event',
  REGISTRATION_NOT_FOUND: 'No longer registered',
  CHANGED_MEANWHILE: 'Changed since then',
  REGISTERED_AGAIN: 'Has registered again since then',
  RESTORING_OVER: `Deleted more than ${restorableDays} days ago`,
}
