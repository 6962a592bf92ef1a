import type { Finding } from './findings.ts'
import type { DayHours } from './hours-by-day.ts'
import { areOtherDays } from './hours-by-day.ts'
import type { CreditSource } from './rules.ts'

/** A row of a registration's ledger: hours that were set, or the release to the rule of what a person has set. */
export interface LedgerRow {
  act: 'set' | 'release'
  source: CreditSource
  hours: number
  /** The hours by the day on which they were earned; null in rows from before `hours-2`. */
  byDay?: readonly DayHours[] | null | undefined
  /** The marks of hours by hand. */
  unusual?: readonly string[] | undefined
  /** `undo`: it puts back the hours from before another row. `redo`: it takes the last undo back. */
  reversal?: 'undo' | 'redo' | null | undefined
  /** The hash of the person's evidence: of a credit of the rule, or of the credit that was undone. */
  evidence?: string | null | undefined
}

/**
 * Returns the credit that counts, of a ledger from oldest to newest: the newest one that a person has set, unless it was released since;
 * else the newest one that the rule has set. undefined: nothing was credited.
 */
export function standingCredit<Row extends LedgerRow>(ledger: readonly Row[]): Row | undefined {
  const released = ledger.findLastIndex(({ act }) => act === 'release')
  const set = ledger.filter(({ act }) => act === 'set')
  return (
    ledger.slice(released + 1).findLast((row) => row.act === 'set' && isByPerson(row)) ??
    set.findLast((row) => !isByPerson(row))
  )
}

/**
 * Returns the evidence of the credits that were undone, as long as the rule may not credit the registration by itself. undefined: it may. A
 * release ends that, and so does taking each undo back.
 */
export function takenBack(ledger: readonly LedgerRow[]): Set<string> | undefined {
  const undone: string[] = []
  for (const { act, reversal, evidence } of ledger) {
    if (act === 'release') {
      // A restored registration is released, too, but nobody has given it back to the rule.
      if (!reversal) undone.length = 0
      continue
    }
    if (reversal === 'undo') undone.push(evidence ?? '')
    if (reversal === 'redo') undone.pop()
  }
  return undone.length > 0 ? new Set(undone) : undefined
}

/** Tells whether a person has decided, not the rule. */
function isByPerson({ source }: LedgerRow): boolean {
  return source !== 'attendance'
}

/** The facts about a registration that decide whether its finding becomes a credit. */
export interface CreditFacts {
  /** The hash of what the person did. */
  evidence: string
  isCanceled: boolean
  isProfileComplete: boolean
  /** Whether the last day with hours is over. */
  hasEnded: boolean
  /** Whether the person is credited elsewhere for the same time. */
  isElsewhere: boolean
  /** Whether a file states another total than the person's rows. */
  isTotalOff: boolean
}

/** The reason why a finding waits for a person, a fact or a day. */
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

/** The consequence of a finding for the ledger. `isTakenBackBefore`: its evidence is known, and its credit was undone. */
export type NextCredit =
  | { act: 'write'; hours: number }
  | { act: 'nothing'; isTakenBackBefore?: true }
  | { act: 'waits'; why: CreditWait }

/**
 * Decides whether a finding becomes a credit. A person's decision stands, and nothing is ever lowered by itself. Before the report is
 * settled, only all hours are credited: no further evidence can take them away.
 */
export function nextCredit(
  ledger: readonly LedgerRow[],
  finding: Pick<Finding, 'hours' | 'reason' | 'isFinal' | 'byDay' | 'overlaps'>,
  facts: CreditFacts,
): NextCredit {
  const { hours, reason } = finding
  const standing = standingCredit(ledger)
  if (standing && isByPerson(standing)) return { act: 'nothing' }
  const undone = takenBack(ledger)
  if (standing && standing.hours === hours && hours > 0) {
    return areOtherDays(standing.byDay, finding.byDay)
      ? { act: 'waits', why: 'other-days' }
      : { act: 'nothing' }
  }
  if (standing && hours < standing.hours) return { act: 'waits', why: 'lowered' }
  if (reason === 'host' || reason === 'unusable-times') return { act: 'waits', why: reason }
  if (hours === 0) return { act: 'nothing' }
  if (undone?.has(facts.evidence)) return { act: 'nothing', isTakenBackBefore: true }
  if (undone) return { act: 'waits', why: 'taken-back' }
  const why = waitOf(facts, finding)
  return why ? { act: 'waits', why } : { act: 'write', hours }
}

function waitOf(
  facts: CreditFacts,
  { reason, isFinal, overlaps }: Pick<Finding, 'reason' | 'isFinal' | 'overlaps'>,
): CreditWait | undefined {
  if (facts.isTotalOff) return 'total-differs'
  if (facts.isCanceled) return 'canceled'
  if (facts.isElsewhere || overlaps) return 'overlap'
  if (!facts.isProfileComplete) return 'profile-incomplete'
  if (!facts.hasEnded) return 'not-over'
  return isFinal || reason === 'full' ? undefined : 'settling'
}
