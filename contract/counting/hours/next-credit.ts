import { areOtherDays } from '#contract/events/slots/hours-by-day.ts'
import type { LedgerRow } from '#contract/ledger/credits/standing-credit.ts'
import {
  isByPerson,
  isTakenBack,
  standingCredit,
  takenBack,
} from '#contract/ledger/credits/standing-credit.ts'
import type { Finding } from './findings.ts'

/** The facts that decide if a finding becomes a credit. */
export interface CreditFacts {
  /** The hash of the person's evidence. */
  evidence: string
  isCanceled: boolean
  isProfileComplete: boolean
  /** The last day with hours has ended. */
  hasEnded: boolean
  /** The person has credit elsewhere for the same time. */
  isElsewhere: boolean
  /** A file states another total than the person's rows. */
  isTotalOff: boolean
  /** A visit without its start or end may have earned the missing hours. */
  isTimeMissing: boolean
  /** The ledger of the person's canceled registrations for the event, since this one was given back. */
  earlier?: readonly LedgerRow[] | undefined
}

/** The reasons why a finding waits for an administrator, a fact or a day. */
export type CreditWait =
  | 'lowered'
  | 'other-days'
  | 'host'
  | 'unusable-times'
  | 'total-differs'
  | 'taken-back'
  | 'overlap'
  | 'canceled'
  | 'profile-incomplete'
  | 'not-over'
  | 'settling'

/** The effect of a finding on the ledger. `isTakenBackBefore`: its evidence is known, and its credit was undone. */
export type NextCredit =
  | { act: 'write'; hours: number }
  | { act: 'nothing'; isTakenBackBefore?: true }
  | { act: 'waits'; why: CreditWait }

/**
 * Decides if a finding becomes a credit. A manual credit stays, and nothing is lowered automatically. Before
 * the report is settled, only all hours are credited, because no later evidence can lower them.
 */
export function nextCredit(
  ledger: readonly LedgerRow[],
  finding: Pick<Finding, 'hours' | 'reason' | 'isFinal' | 'byDay' | 'overlaps'>,
  facts: CreditFacts,
): NextCredit {
  const { hours, reason } = finding
  const standing = standingCredit(ledger)
  if (standing && isByPerson(standing)) return { act: 'nothing' }
  if (standing && standing.hours === hours && hours > 0) {
    return areOtherDays(standing.byDay, finding.byDay)
      ? { act: 'waits', why: 'other-days' }
      : { act: 'nothing' }
  }
  if (standing && hours < standing.hours) return { act: 'waits', why: 'lowered' }
  if (reason === 'host' || reason === 'unusable-times') return { act: 'waits', why: reason }
  if (hours === 0) return { act: 'nothing' }
  if (takenBack(ledger)?.has(facts.evidence)) return { act: 'nothing', isTakenBackBefore: true }
  if (isTakenBack(ledger, facts.earlier, hours)) return { act: 'waits', why: 'taken-back' }
  const why = waitOf(facts, finding)
  return why ? { act: 'waits', why } : { act: 'write', hours }
}

function waitOf(
  facts: CreditFacts,
  { reason, isFinal, overlaps }: Pick<Finding, 'reason' | 'isFinal' | 'overlaps'>,
): CreditWait | undefined {
  if (facts.isTotalOff) return 'total-differs'
  if (facts.isTimeMissing) return 'unusable-times'
  if (facts.isCanceled) return 'canceled'
  if (facts.isElsewhere || overlaps) return 'overlap'
  if (!facts.isProfileComplete) return 'profile-incomplete'
  if (!facts.hasEnded) return 'not-over'
  return isFinal || reason === 'full' ? undefined : 'settling'
}
