import { describe, expect, test } from 'vitest'
import type { CreditFacts, NextCredit } from '#contract/counting/hours/next-credit.ts'
import { nextCredit } from '#contract/counting/hours/next-credit.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { LedgerRow } from './standing-credit.ts'
import { isTakenBack, standingCredit, takenBack } from './standing-credit.ts'

type Found = Parameters<typeof nextCredit>[1]
const rule = (hours: number, evidence = 'e1', byDay?: DayHours[]): LedgerRow => ({
  act: 'set',
  source: 'attendance',
  hours,
  evidence,
  byDay,
})
const person = (hours: number): LedgerRow => ({ act: 'set', source: 'administrator', hours })
const list = (hours: number): LedgerRow => ({ act: 'set', source: 'csv', hours })
const undo = (hours: number, evidence = 'e1'): LedgerRow => ({ ...rule(hours, evidence), reversal: 'undo' })
const redo = (hours: number, evidence = 'e1'): LedgerRow => ({ ...rule(hours, evidence), reversal: 'redo' })
const release: LedgerRow = { act: 'release', source: 'administrator', hours: 0 }

test.each<[string, LedgerRow[], LedgerRow | undefined]>([
  ['nothing', [], undefined],
  ["the rule's newest credit", [rule(8), rule(7)], rule(7)],
  ["a person's credit", [rule(8), person(6)], person(6)],
  ["a person's credit before a newer one of the rule", [person(6), rule(8)], person(6)],
  ["a person's newest credit", [person(6), list(7)], list(7)],
  ["a person's 0", [rule(8), person(0)], person(0)],
  ["a person's same hours", [rule(8), person(8), rule(5)], person(8)],
  ["the rule's credit after a release", [rule(8), person(6), release], rule(8)],
  ["the rule's credit from before", [rule(5), person(6), rule(8), release], rule(8)],
  ["a person's credit after a release", [person(6), release, person(4)], person(4)],
  ['nothing after a release', [person(6), release], undefined],
  ['nothing after an undo', [rule(8), undo(0)], undo(0)],
  ['the hours from before an undo', [rule(4), rule(8, 'e2'), undo(4, 'e2')], undo(4, 'e2')],
  ['the hours after an undo that was undone', [rule(8), undo(0), redo(8)], redo(8)],
  ["a person's credit beside an undo", [rule(8), person(6), undo(0)], person(6)],
])('%s stands', (_, ledger, expected) => {
  expect(standingCredit(ledger)).toEqual(expected)
})

test.each<[string, LedgerRow[], string[] | undefined]>([
  ['nothing was undone', [rule(8)], undefined],
  ['one credit was undone', [rule(8), undo(0)], ['e1']],
  ['two were', [rule(4), rule(8, 'e2'), undo(4, 'e2'), undo(0)], ['e2', 'e1']],
  ['the undo was undone', [rule(8), undo(0), redo(8)], undefined],
  ['one of two undos was undone', [rule(4), rule(8, 'e2'), undo(4, 'e2'), undo(0), redo(4)], ['e2']],
  ['it was given back to the rule', [rule(8), undo(0), release], undefined],
  ['it was given back and undone again', [rule(8), undo(0), release, rule(8, 'e2'), undo(0, 'e2')], ['e2']],
  ['a person has decided since', [rule(8), undo(0), person(6)], ['e1']],
])('evidence whose credit is taken back: %s', (_, ledger, expected) => {
  expect(takenBack(ledger)).toEqual(expected && new Set(expected))
})

const usual: CreditFacts = {
  evidence: 'e1',
  isCanceled: false,
  isProfileComplete: true,
  hasEnded: true,
  isElsewhere: false,
  isTotalOff: false,
  isTimeMissing: false,
}
const finding = (hours: number, reason: Found['reason'] = 'presence', more: Partial<Found> = {}): Found => ({
  hours,
  reason,
  isFinal: true,
  ...more,
})
const early = { isFinal: false }
const write = (hours: number): NextCredit => ({ act: 'write', hours })
const nothing: NextCredit = { act: 'nothing' }
const waits = (why: (NextCredit & { act: 'waits' })['why']): NextCredit => ({ act: 'waits', why })

describe('of a finding', () => {
  test.each<[string, LedgerRow[], Found, Partial<CreditFacts>, NextCredit]>([
    ['hours are credited', [], finding(7), {}, write(7)],
    ['more hours are credited', [rule(6)], finding(7), {}, write(7)],
    ['the same hours change nothing', [rule(7)], finding(7), {}, nothing],
    ['fewer hours wait', [rule(8)], finding(7), {}, waits('lowered')],
    ['0 hours after a credit wait', [rule(8)], finding(0, 'no-visits'), {}, waits('lowered')],
    ['0 hours without a credit change nothing', [], finding(0, 'no-visits'), {}, nothing],
    ["a person's credit stands", [person(6)], finding(8, 'full'), {}, nothing],
    ["a person's 0 stands", [person(0)], finding(8, 'full'), {}, nothing],
    ["a person's credit answers every wait", [person(4)], finding(0, 'host'), {}, nothing],
    ['hours are credited after a release', [person(6), release], finding(8, 'full'), {}, write(8)],
    ['a host waits', [], finding(0, 'host'), {}, waits('host')],
    ['unusable times wait', [], finding(4, 'unusable-times'), {}, waits('unusable-times')],
    ['a host with the same hours waits for nothing', [rule(8)], finding(8, 'host'), {}, nothing],
    ['all hours are credited before the settling', [], finding(8, 'full', early), {}, write(8)],
    ['fewer hours wait for it', [], finding(7, 'presence', early), {}, waits('settling')],
    ['an open poll waits for it', [rule(4)], finding(7, 'open', early), {}, waits('settling')],
    ['0 hours wait for nothing', [], finding(0, 'no-visits', early), {}, nothing],
    ['a series waits for its last day', [], finding(4, 'full'), { hasEnded: false }, waits('not-over')],
    ['a canceled registration waits', [], finding(8, 'full'), { isCanceled: true }, waits('canceled')],
    [
      'an incomplete profile waits',
      [],
      finding(8, 'full'),
      { isProfileComplete: false },
      waits('profile-incomplete'),
    ],
    ['a total that differs waits', [], finding(8, 'full'), { isTotalOff: true }, waits('total-differs')],
    [
      'a visit that may have earned the missing hours waits',
      [],
      finding(4),
      { isTimeMissing: true },
      waits('unusable-times'),
    ],
    ['the same hours wait for no missing time', [rule(4)], finding(4), { isTimeMissing: true }, nothing],
    [
      'a credit elsewhere at the same time waits',
      [],
      finding(8, 'full'),
      { isElsewhere: true },
      waits('overlap'),
    ],
    [
      'hours of two slots at the same time wait',
      [],
      finding(8, 'full', { overlaps: true }),
      {},
      waits('overlap'),
    ],
    [
      'the same hours wait for nothing, even if they overlap',
      [rule(8)],
      finding(8, 'full'),
      { isElsewhere: true, isCanceled: true },
      nothing,
    ],
  ])('%s', (_, ledger, found, facts, expected) => {
    expect(nextCredit(ledger, found, { ...usual, ...facts })).toEqual(expected)
  })

  test('the first of several reasons is named', () => {
    const facts = {
      ...usual,
      isTotalOff: true,
      isTimeMissing: true,
      isCanceled: true,
      isElsewhere: true,
      isProfileComplete: false,
      hasEnded: false,
    }
    const next = (changes: Partial<CreditFacts>) =>
      nextCredit([], finding(7, 'presence', early), { ...facts, ...changes })
    expect([
      next({}),
      next({ isTotalOff: false }),
      next({ isTotalOff: false, isTimeMissing: false }),
      next({ isTotalOff: false, isTimeMissing: false, isCanceled: false }),
      next({ isTotalOff: false, isTimeMissing: false, isCanceled: false, isElsewhere: false }),
      next({ ...usual, hasEnded: false }),
      next(usual),
    ]).toEqual(
      (
        [
          'total-differs',
          'unusable-times',
          'canceled',
          'overlap',
          'profile-incomplete',
          'not-over',
          'settling',
        ] as const
      ).map(waits),
    )
  })
})

describe('the days of a credit', () => {
  const [march, april] = [{ on: '2027-03-31', hours: 4 } as const, { on: '2027-04-01', hours: 4 } as const]
  test.each<[string, LedgerRow[], Found, NextCredit]>([
    [
      'alone write nothing, but wait',
      [rule(4, 'e1', [march])],
      finding(4, 'presence', { byDay: [april] }),
      waits('other-days'),
    ],
    [
      'that are the same change nothing',
      [rule(4, 'e1', [march])],
      finding(4, 'presence', { byDay: [march] }),
      nothing,
    ],
    [
      'change with more hours',
      [rule(4, 'e1', [march])],
      finding(8, 'full', { byDay: [march, april] }),
      write(8),
    ],
    [
      'are not compared with a credit without any',
      [rule(4)],
      finding(4, 'presence', { byDay: [april] }),
      nothing,
    ],
  ])('%s', (_, ledger, found, expected) => {
    expect(nextCredit(ledger, found, usual)).toEqual(expected)
  })

  test('also wait after an undo', () => {
    const ledger = [
      rule(4, 'e1', [march]),
      rule(8, 'e2', [march, april]),
      { ...undo(4, 'e2'), byDay: [march] },
    ]
    expect(nextCredit(ledger, finding(4, 'presence', { byDay: [april] }), usual)).toEqual(waits('other-days'))
  })
})

test.each<[string, LedgerRow[], LedgerRow[], number | undefined, boolean]>([
  ['an undo', [], [rule(8), undo(0)], 4, true],
  ['an undo that was undone', [], [rule(8), undo(0), redo(8)], 4, false],
  ['an undo, until something stands', [rule(4)], [rule(8), undo(0)], 8, false],
  ['a deletion', [], [rule(8), person(0)], 4, true],
  ['fewer hours by a person', [], [person(2)], 4, true],
  ['as many hours by a person', [], [person(4)], 4, false],
  ['fewer hours by a person than anyone can get', [], [person(7)], undefined, true],
  ['hours by the rule', [], [rule(2)], 4, false],
  ['a person who gave it back', [], [person(0), release], 4, false],
])('canceled registrations keep the rule from crediting: %s', (_, ledger, earlier, hours, expected) => {
  expect(isTakenBack(ledger, earlier, hours)).toBe(expected)
})

describe('after an undo', () => {
  const silent: NextCredit = { act: 'nothing', isTakenBackBefore: true }
  test.each<[string, LedgerRow[], Found, string, NextCredit]>([
    ['the same evidence is silent', [rule(8), undo(0)], finding(8, 'full'), 'e1', silent],
    ['it is silent with other hours, too', [rule(8), undo(0)], finding(6), 'e1', silent],
    ['other evidence waits', [rule(8), undo(0)], finding(8, 'full'), 'e2', waits('taken-back')],
    [
      'the first evidence is silent after another one',
      [rule(4), rule(8, 'e2'), undo(4, 'e2'), undo(0)],
      finding(4),
      'e1',
      silent,
    ],
    ['a host waits as one', [rule(8), undo(0)], finding(8, 'host'), 'e2', waits('host')],
    ['0 hours wait for nothing', [rule(8), undo(0)], finding(0, 'no-visits'), 'e2', nothing],
    [
      'the hours from before change nothing',
      [rule(4), rule(8, 'e2'), undo(4, 'e2')],
      finding(4),
      'e3',
      nothing,
    ],
    ['fewer than before wait', [rule(4), rule(8, 'e2'), undo(4, 'e2')], finding(2), 'e3', waits('lowered')],
    ['more than before wait', [rule(4), rule(8, 'e2'), undo(4, 'e2')], finding(6), 'e3', waits('taken-back')],
    [
      'the rule credits again once it is given back',
      [rule(8), undo(0), release],
      finding(8, 'full'),
      'e1',
      write(8),
    ],
    ['the undo can be undone', [rule(6), undo(0), redo(6)], finding(8, 'full'), 'e2', write(8)],
    ["a person's hours stand", [rule(8), undo(0), person(6)], finding(8, 'full'), 'e2', nothing],
  ])('%s', (_, ledger, found, evidence, expected) => {
    expect(nextCredit(ledger, found, { ...usual, evidence })).toEqual(expected)
  })

  test('a reason that will go waits less than the word that the credit was taken back', () => {
    const facts = { ...usual, evidence: 'e2', isCanceled: true }
    expect(nextCredit([rule(8), undo(0)], finding(8, 'full', early), facts)).toEqual(waits('taken-back'))
  })
})
