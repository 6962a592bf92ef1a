import { expect, test } from 'vitest'
import { hoursBySeason } from './credit-totals.ts'
import type { CreditFacts, LedgerRow, NextCredit } from './standing-credit.ts'
import { nextCredit, standingCredit } from './standing-credit.ts'

const rule = (hours: number): LedgerRow => ({ act: 'set', source: 'attendance', hours })
const person = (hours: number): LedgerRow => ({ act: 'set', source: 'administrator', hours })
const list = (hours: number): LedgerRow => ({ act: 'set', source: 'csv', hours })
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
])('%s stands', (_, ledger, expected) => {
  expect(standingCredit(ledger)).toEqual(expected)
})

const usual = {
  ...{ isCanceled: false, isProfileComplete: true, hasEnded: true, isElsewhere: false, isUndone: false },
}
const finding = (
  hours: number,
  reason: Parameters<typeof nextCredit>[1]['reason'] = 'presence',
  isFinal = true,
) => ({
  ...{ hours, reason, isFinal },
})
const write = (hours: number): NextCredit => ({ act: 'write', hours })
const nothing: NextCredit = { act: 'nothing' }
const waits = (why: (NextCredit & { act: 'waits' })['why']): NextCredit => ({ act: 'waits', why })

test.each<[string, LedgerRow | undefined, ReturnType<typeof finding>, Partial<CreditFacts>, NextCredit]>([
  ['hours are credited', undefined, finding(7), {}, write(7)],
  ['more hours are credited', rule(6), finding(7), {}, write(7)],
  ['the same hours change nothing', rule(7), finding(7), {}, nothing],
  ['fewer hours wait', rule(8), finding(7), {}, waits('lowered')],
  ['0 hours after a credit wait', rule(8), finding(0, 'no-visits'), {}, waits('lowered')],
  ['0 hours without a credit change nothing', undefined, finding(0, 'no-visits'), {}, nothing],
  ["a person's credit stands", person(6), finding(8, 'full'), {}, nothing],
  ["a person's 0 stands", person(0), finding(8, 'full'), {}, nothing],
  ["a person's credit answers every wait", person(4), finding(0, 'host'), {}, nothing],
  ['a host waits', undefined, finding(0, 'host'), {}, waits('host')],
  ['unusable times wait', undefined, finding(4, 'unusable-times'), {}, waits('unusable-times')],
  ['all hours are credited before the report is settled', undefined, finding(8, 'full', false), {}, write(8)],
  ['fewer hours wait for it', undefined, finding(7, 'presence', false), {}, waits('settling')],
  ['an open poll waits for it', rule(4), finding(7, 'open', false), {}, waits('settling')],
  ['0 hours wait for nothing', undefined, finding(0, 'no-visits', false), {}, nothing],
  ['a series waits for its last day', undefined, finding(4, 'full'), { hasEnded: false }, waits('not-over')],
  ['undone hours are not credited again', rule(0), finding(8, 'full'), { isUndone: true }, nothing],
  ['a canceled registration waits', undefined, finding(8, 'full'), { isCanceled: true }, waits('canceled')],
  [
    'an incomplete profile waits',
    undefined,
    finding(8, 'full'),
    { isProfileComplete: false },
    waits('profile-incomplete'),
  ],
  [
    'a credit elsewhere at the same time waits',
    undefined,
    finding(8, 'full'),
    { isElsewhere: true },
    waits('overlap'),
  ],
])('%s', (_, standing, found, facts, expected) => {
  expect(nextCredit(standing, found, { ...usual, ...facts })).toEqual(expected)
})

const dayOf = (on: '2027-03-30' | '2027-03-31' | '2027-04-01', hours: number) => ({ on, minutes: hours * 60 })
const twoYears = [dayOf('2027-03-31', 4), dayOf('2027-04-01', 4)]

test.each<[string, number, typeof twoYears, Record<number, number>]>([
  ['4 and 4', 8, twoYears, { 2027: 4, 2028: 4 }],
  ['fewer than all: the first day first', 6, twoYears, { 2027: 4, 2028: 2 }],
  [
    'half hours that make an hour together',
    7,
    [dayOf('2027-03-31', 3.5), dayOf('2027-04-01', 3.5)],
    { 2027: 3, 2028: 4 },
  ],
  ['more than were taught', 8, [dayOf('2027-03-31', 3), dayOf('2027-04-01', 3)], { 2027: 3, 2028: 5 }],
  ['days of one year', 8, [dayOf('2027-03-30', 4), dayOf('2027-03-31', 4)], { 2027: 8 }],
  ['none', 0, twoYears, { 2027: 0, 2028: 0 }],
])('hours belong to the renewal year of their day: %s', (_, hours, days, expected) => {
  expect(hoursBySeason(hours, days, 60)).toEqual(expected)
})
