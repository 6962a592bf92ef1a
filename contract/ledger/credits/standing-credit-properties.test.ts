import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CreditFacts, NextCredit } from '#contract/counting/hours/next-credit.ts'
import { nextCredit } from '#contract/counting/hours/next-credit.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { casesOf } from '#test/arbitrary-slots.ts'
import type { LedgerRow } from './standing-credit.ts'
import { standingCredit, takenBack } from './standing-credit.ts'

type Finding = Parameters<typeof nextCredit>[1]
const days = ['2027-03-31', '2027-04-01'] as const

const finding: fc.Arbitrary<{ finding: Finding; evidence: string }> = fc.record({
  finding: fc
    .record({
      hours: fc.constantFrom(0, 4, 6, 8),
      first: fc.constantFrom(0, 4),
      reason: fc.constantFrom('full', 'full', 'presence', 'polls', 'open', 'host', 'unusable-times'),
      isFinal: fc.constantFrom(true, true, false),
      overlaps: fc.constantFrom(undefined, undefined, undefined, true),
    })
    .map(({ hours, first, ...rest }) => {
      const byDay = [Math.min(first, hours), hours - Math.min(first, hours)]
        .map((ofDay, place): DayHours => ({ on: days[place] ?? days[0], hours: ofDay }))
        .filter((day) => day.hours > 0)
      return { ...rest, hours, byDay } as Finding
    }),
  evidence: fc.constantFrom('e1', 'e2', 'e3'),
})

const facts = [
  'isCanceled',
  'isProfileComplete',
  'hasEnded',
  'isElsewhere',
  'isTotalOff',
  'isTimeMissing',
] as const
const step = fc.oneof(
  finding.map((found) => ({ ...found, step: 'finding' as const })),
  finding.map((found) => ({ ...found, step: 'finding' as const })),
  fc.record({ step: fc.constant('fact' as const), fact: fc.constantFrom(...facts), is: fc.boolean() }),
  fc.record({
    step: fc.constant('person' as const),
    source: fc.constantFrom('administrator' as const, 'csv' as const),
    hours: fc.constantFrom(0, 6, 8),
  }),
  fc.record({ step: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const, 'release' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** A registration at the check of its newest finding after each step. */
interface Looked {
  step: Step
  ledger: readonly LedgerRow[]
  next: NextCredit
  facts: CreditFacts
  finding: Finding
  before: readonly LedgerRow[]
}

const holds = casesOf(fc.array(step, { minLength: 2, maxLength: 12 }))

/** Takes steps as the portal does, and reports each check of the newest finding. */
function take(steps: readonly Step[], tell: (looked: Looked) => void): void {
  const ledger: LedgerRow[] = []
  const credits: LedgerRow[] = []
  const undone: LedgerRow[] = []
  let found = { finding: { hours: 0, reason: 'no-visits', isFinal: true } as Finding, evidence: '' }
  let known = {
    isCanceled: false,
    isProfileComplete: true,
    hasEnded: true,
    isElsewhere: false,
    isTotalOff: false,
    isTimeMissing: false,
  }
  for (const step of steps) {
    const before = [...ledger]
    if (step.step === 'finding') found = step
    if (step.step === 'fact') known = { ...known, [step.fact]: step.is }
    if (step.step === 'person') ledger.push({ act: 'set', source: step.source, hours: step.hours })
    if (step.step === 'release') {
      ledger.push({ act: 'release', source: 'administrator', hours: 0 })
      undone.length = 0
    }
    const last = step.step === 'undo' ? credits.pop() : undefined
    if (last) {
      const { hours = 0, byDay } = credits.at(-1) ?? {}
      ledger.push({ ...last, hours, byDay, reversal: 'undo' })
      undone.push(last)
    }
    const back = step.step === 'redo' ? undone.pop() : undefined
    if (back) {
      ledger.push({ ...back, reversal: 'redo' })
      credits.push(back)
    }
    const facts = { ...known, evidence: found.evidence }
    const next = nextCredit(ledger, found.finding, facts)
    tell({ step, finding: found.finding, facts, before, next, ledger: [...ledger] })
    if (next.act !== 'write') continue
    const { hours, byDay } = found.finding
    const row: LedgerRow = { act: 'set', source: 'attendance', hours, byDay, evidence: found.evidence }
    ledger.push(row)
    credits.push(row)
    // The same finding again writes nothing.
    expect(nextCredit(ledger, found.finding, facts)).toEqual({ act: 'nothing' })
  }
}

test('the rule lowers nothing by itself, and writes the same nothing twice', () => {
  holds((steps) => {
    take(steps, ({ ledger, next, finding }) => {
      if (next.act !== 'write') return
      expect(next.hours).toBe(finding.hours)
      expect(next.hours).toBeGreaterThan(standingCredit(ledger)?.hours ?? 0)
    })
  })
})

test('the word of a person stands until a person says otherwise or gives it back', () => {
  holds((steps) => {
    take(steps, ({ step, ledger, before, next }) => {
      const word = standingCredit(before)
      if (!word || word.source === 'attendance' || step.step === 'person' || step.step === 'release') return
      expect(standingCredit(ledger)).toEqual(word)
      expect(next).toEqual({ act: 'nothing' })
    })
  })
})

test('after an undo, the rule credits nothing until it is given back or the undo is undone', () => {
  holds((steps) => {
    const open: string[] = []
    take(steps, ({ step, ledger, before, next, facts, finding }) => {
      const isNew = ledger.length > before.length
      if (step.step === 'release') open.length = 0
      if (step.step === 'undo' && isNew) open.push(ledger.at(-1)?.evidence ?? '')
      if (step.step === 'redo' && isNew) open.pop()
      expect([...(takenBack(ledger) ?? [])]).toEqual([...new Set(open)])
      if (open.length === 0) return
      expect(next.act).not.toBe('write')
      const standing = standingCredit(ledger)
      const isWaiting = finding.reason === 'host' || finding.reason === 'unusable-times'
      if (standing?.source !== 'attendance' || finding.hours <= standing.hours || isWaiting) return
      expect(next).toEqual(
        open.includes(facts.evidence)
          ? { act: 'nothing', isTakenBackBefore: true }
          : { act: 'waits', why: 'taken-back' },
      )
    })
  })
})

test('nothing is written while the person is credited elsewhere, canceled, or not known well enough', () => {
  holds((steps) => {
    take(steps, ({ next, facts, finding }) => {
      if (next.act !== 'write') return
      const { isCanceled, isProfileComplete, hasEnded, isElsewhere, isTotalOff, isTimeMissing } = facts
      expect([isCanceled, isElsewhere, isTotalOff, isTimeMissing, finding.overlaps ?? false]).toEqual([
        false,
        false,
        false,
        false,
        false,
      ])
      expect([isProfileComplete, hasEnded]).toEqual([true, true])
      expect(finding.isFinal || finding.reason === 'full').toBe(true)
    })
  })
})

test('more hours are written as soon as nothing stands against them', () => {
  holds((steps) => {
    take(steps, ({ ledger, next, facts, finding }) => {
      const standing = standingCredit(ledger)
      if (standing && standing.source !== 'attendance') return
      const isClear = {
        ...facts,
        isCanceled: false,
        isProfileComplete: true,
        hasEnded: true,
        isElsewhere: false,
      }
      const isWaiting = finding.reason === 'host' || finding.reason === 'unusable-times'
      if (finding.hours <= (standing?.hours ?? 0) || takenBack(ledger) || isWaiting) return
      const { overlaps: _, ...clear } = { ...finding, isFinal: true }
      const later = nextCredit(ledger, clear, { ...isClear, isTotalOff: false, isTimeMissing: false })
      expect(later).toEqual({ act: 'write', hours: finding.hours })
      if (next.act !== 'write') expect(next.act).toBe('waits')
    })
  })
})
