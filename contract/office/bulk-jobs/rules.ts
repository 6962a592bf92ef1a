import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals, restorableDays } from '#contract/core/refusals.ts'
import type { CreditWait } from '#contract/counting/hours/next-credit.ts'
import { creditRefusal, isDecidedAlready } from '#contract/ledger/credits/rules.ts'
import type { RestorationFacts } from '#contract/registrations/registrations/rules.ts'
import { moveRefusal, restorationRefusal } from '#contract/registrations/registrations/rules.ts'
import type { BulkAction, BulkKind } from './calls.ts'

/** The facts that decide about one registration. */
export interface BulkFacts {
  eventId: number
  eventSlotId: number
  hours: number
  /** An administrator set the hours, not the rule. */
  isDecided: boolean
  /** The current certificate was emailed, or is about to be. */
  isMailed: boolean
  /** An email to the address came back. */
  isBounced: boolean
  isProfileComplete: boolean
  isProviderComplete: boolean
  /** The slot has ended. */
  isOver: boolean
  /** For manual hours: more than taught, or days that nobody knows. */
  hand?: 'more-than-taught' | 'CREDIT_DAYS_NEEDED' | undefined
  /** A move's target is a slot of the same event and type. */
  isSlotKnown: boolean
  /** A move's target has no seat left after the registrations before this one. */
  isFull?: boolean
  /** For found hours: the current finding, what follows from it, and if the preview showed it. */
  found?: { hours: number; next: 'write' | 'nothing' | CreditWait; isAsShown: boolean } | undefined
  /** For found hours: an anomaly blocks the slot. */
  isHeldUp?: boolean
}

/** A registration's verdict: it changes, nothing changes, or why it can't. */
export type BulkVerdict =
  | 'changes'
  | 'unchanged'
  | 'EVENT_NOT_OVER'
  | 'ADDRESS_BOUNCED'
  | 'FINDING_CHANGED'
  | 'DECIDED'
  | 'SET_ASIDE'
  | CreditWait
  | RefusalCode

/** Decides about one registration. The preview shows it, and the job asks again. */
export function bulkVerdict(action: BulkAction, facts: BulkFacts): BulkVerdict {
  switch (action.kind) {
    case 'credit':
      if (isDecidedAlready(action.hours, facts)) return 'unchanged'
      return unusualVerdict(action, facts) ?? creditRefusal(action.hours, facts) ?? 'changes'
    case 'credit-found':
      return foundVerdict(facts)
    case 'mail-certificates':
      // The certificate of credited hours may not be issued yet.
      if (facts.hours === 0) return 'CERTIFICATE_MISSING'
      if (action.onlyUnsent && facts.isMailed) return 'unchanged'
      return facts.isBounced ? 'ADDRESS_BOUNCED' : 'changes'
    case 'move':
      if (facts.eventSlotId === action.eventSlotId) return 'unchanged'
      if (facts.eventId !== action.eventId || !facts.isSlotKnown) return 'SLOT_NOT_FOUND'
      return moveRefusal(facts) ?? (facts.isFull && !action.overbooks ? 'SLOT_FULL' : 'changes')
    case 'delete':
      return 'changes'
  }
}

/** Hours before the event's end, and more than taught, need a reason and their own choice. */
function unusualVerdict(
  { hours, includesEarly, reason }: Extract<BulkAction, { kind: 'credit' }>,
  { isOver, hand }: BulkFacts,
): BulkVerdict | undefined {
  if (hours === 0) return undefined
  if (hand === 'CREDIT_DAYS_NEEDED') return hand
  if (!includesEarly && !isOver) return 'EVENT_NOT_OVER'
  if (!includesEarly && hand) return 'CREDIT_UNUSUAL'
  return (!isOver || hand) && !reason?.trim() ? 'CREDIT_UNUSUAL' : undefined
}

/** A manual credit stays, and nobody's hours are lowered. */
function foundVerdict({ found, isHeldUp, ...facts }: BulkFacts): BulkVerdict {
  if (isHeldUp) return 'SLOT_HELD_UP'
  if (!found?.isAsShown) return 'FINDING_CHANGED'
  if (found.hours === facts.hours) return 'unchanged'
  if (facts.isDecided) return 'DECIDED'
  if (found.next === 'nothing') return 'SET_ASIDE'
  if (found.next !== 'write') return found.next
  return found.hours < facts.hours ? 'lowered' : (creditRefusal(found.hours, facts) ?? 'changes')
}

/** The facts that decide if a registration can be changed back. */
export interface UndoFacts extends RestorationFacts {
  /** Its hours or slot are unchanged since the job. */
  isAsLeft: boolean
  hours: number
  isProfileComplete: boolean
  isProviderComplete: boolean
  /** For undone hours: those before the job. For a deletion: those that it withdrew. */
  hoursAfter: number
}

/** Decides about one registration of an undo, as `bulkVerdict` does for a job. */
export function undoVerdict(kind: BulkKind, facts: UndoFacts, now: Date): BulkVerdict {
  // Every undo has a reason, which 0 hours may need.
  const refusal = () => creditRefusal(facts.hoursAfter, facts, 'undo')
  if (kind === 'delete') return restorationRefusal(facts, now) ?? refusal() ?? 'changes'
  if (facts.cancelledAt !== null) return 'REGISTRATION_NOT_FOUND'
  if (!facts.isAsLeft) return 'CHANGED_MEANWHILE'
  return (kind === 'move' ? moveRefusal(facts) : refusal()) ?? 'changes'
}

/** Returns the reason in words for an administrator; '' for an item that was done. */
export function bulkReason(outcome: string): string {
  if (outcome === 'changes' || outcome === 'done') return ''
  return ownWords[outcome] ?? refusals[outcome as RefusalCode]?.message ?? outcome
}

const ownWords: Record<string, string> = {
  unchanged: 'Nothing to change',
  EVENT_NOT_OVER: 'Event not over yet',
  ADDRESS_BOUNCED: 'No deliverable address: an email came back',
  CREDIT_UNUSUAL: 'More hours than were taught',
  CREDIT_DAYS_NEEDED: 'Needs hours by day: two renewal years are possible',
  FINDING_CHANGED: 'Their hours have changed since the preview',
  DECIDED: 'Hours were set manually',
  SET_ASIDE: 'Undone or set aside',
  lowered: 'The newest reports give fewer hours',
  host: 'Hosted the webinar',
  'unusable-times': 'Times missing or invalid in the report',
  overlap: 'Credited elsewhere for the same time',
  canceled: 'Not registered anymore',
  'profile-incomplete': 'Profile is incomplete',
  'not-over': 'Event not over yet',
  settling: 'The reports are not final yet',
  stopped: 'Stopped before its turn',
  CERTIFICATE_MISSING: 'No certificate yet',
  CERTIFICATE_ISSUED: 'This registration has a certificate. Withdraw it first.',
  PROFILE_INCOMPLETE: 'Profile is incomplete',
  PROVIDER_INCOMPLETE: 'Training provider is not set up',
  NAME_NOT_PRINTABLE: "A letter in the name can't be printed",
  SLOT_NOT_FOUND: 'Registered for another event',
  SLOT_FULL: 'Time slot is full',
  REGISTRATION_NOT_FOUND: 'Not registered anymore',
  CHANGED_MEANWHILE: 'Changed since then',
  REGISTERED_AGAIN: 'Has registered again since then',
  RESTORING_OVER: `Deleted more than ${restorableDays} days ago`,
}
