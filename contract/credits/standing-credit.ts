import type { Finding } from './findings.ts'
import type { CreditSource } from './rules.ts'

/** A row of a registration's ledger: hours that were set, or the release to the rule of what a person has set. */
export interface LedgerRow {
  act: 'set' | 'release'
  source: CreditSource
  hours: number
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

/** Tells whether a person has decided, not the rule. */
function isByPerson({ source }: LedgerRow): boolean {
  return source !== 'attendance'
}

/** The facts about a registration that decide whether its finding becomes a credit. */
export interface CreditFacts {
  isCanceled: boolean
  isProfileComplete: boolean
  /** Whether the last day of the slot is over. A series is credited once, so that its certificate is one. */
  hasEnded: boolean
  /** Whether the person is credited elsewhere for the same time. */
  isElsewhere: boolean
  /** Whether somebody has undone a credit of the same evidence. */
  isUndone: boolean
}

/** The reason why a finding waits for a person, a fact or a day. */
export type CreditWait =
  | 'lowered'
  | 'host'
  | 'unusable-times'
  | 'overlap'
  | 'canceled'
  | 'profile-incomplete'
  | 'not-over'
  | 'settling'

/** The consequence of a finding for the ledger. */
export type NextCredit =
  | { act: 'write'; hours: number }
  | { act: 'nothing' }
  | { act: 'waits'; why: CreditWait }

/**
 * Decides whether a finding becomes a credit. A person's decision stands, and nothing is ever lowered by itself. Before the report is
 * settled, only all hours are credited: no further evidence can take them away.
 */
export function nextCredit(
  standing: LedgerRow | undefined,
  { hours, reason, isFinal }: Pick<Finding, 'hours' | 'reason' | 'isFinal'>,
  facts: CreditFacts,
): NextCredit {
  if (standing && (isByPerson(standing) || standing.hours === hours)) return { act: 'nothing' }
  if (standing && hours < standing.hours) return { act: 'waits', why: 'lowered' }
  if (reason === 'host' || reason === 'unusable-times') return { act: 'waits', why: reason }
  if (hours === 0 || facts.isUndone) return { act: 'nothing' }
  const why = waitOf(facts, isFinal || reason === 'full')
  return why ? { act: 'waits', why } : { act: 'write', hours }
}

function waitOf(facts: CreditFacts, isSure: boolean): CreditWait | undefined {
  if (facts.isCanceled) return 'canceled'
  if (facts.isElsewhere) return 'overlap'
  if (!facts.isProfileComplete) return 'profile-incomplete'
  if (!facts.hasEnded) return 'not-over'
  return isSure ? undefined : 'settling'
}
