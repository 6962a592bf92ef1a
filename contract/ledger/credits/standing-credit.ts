import { mostHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { CreditSource } from './rules.ts'

/** A row of a registration's ledger: credited hours, or the return from manual to automatic hours. */
export interface LedgerRow {
  act: 'set' | 'release'
  source: CreditSource
  hours: number
  /** The hours by the day that earned them; null in rows before `hours-2`. */
  byDay?: readonly DayHours[] | null | undefined
  /** The marks of manual hours. */
  unusual?: readonly string[] | undefined
  /** `undo`: restores the hours before another row. `redo`: reverts the last undo. */
  reversal?: 'undo' | 'redo' | null | undefined
  /** The hash of the person's evidence: of the rule's credit, or of the undone credit. */
  evidence?: string | null | undefined
}

/**
 * Returns the standing credit of a ledger, oldest row first. It is the newest manual one, unless returned to
 * automatic hours since; else the newest one of the rule. undefined: nothing was credited.
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
 * Returns the evidence of undone credits while they keep the rule from crediting the registration; else
 * undefined. A return to automatic hours ends that, and so does reverting each undo.
 */
export function takenBack(ledger: readonly LedgerRow[]): Set<string> | undefined {
  const undone: string[] = []
  for (const { act, reversal, evidence } of ledger) {
    if (act === 'release') {
      // Restoring a registration also writes a return row, but no administrator gave it back to the rule.
      if (!reversal) undone.length = 0
      continue
    }
    if (reversal === 'undo') undone.push(evidence ?? '')
    if (reversal === 'redo') undone.pop()
  }
  return undone.length > 0 ? new Set(undone) : undefined
}

/**
 * Returns true if the rule does not credit these hours, because its credit was undone. If nothing stands, an
 * undo or fewer hours in the person's canceled registrations count, too.
 */
export function isTakenBack(
  ledger: readonly LedgerRow[],
  earlier: readonly LedgerRow[] = [],
  hours = mostHours,
): boolean {
  if (takenBack(ledger)) return true
  if (standingCredit(ledger)) return false
  const last = standingCredit(earlier)
  return takenBack(earlier) !== undefined || (last !== undefined && isByPerson(last) && last.hours < hours)
}

/** Returns true if an administrator decided, not the rule. */
export function isByPerson({ source }: LedgerRow): boolean {
  return source !== 'attendance'
}
