import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
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
export function isByPerson({ source }: LedgerRow): boolean {
  return source !== 'attendance'
}
