import { expect, test } from 'vitest'
import { explain } from '#contract/counting/hours/explain.ts'
import type { Finding, HourFinding } from '#contract/counting/hours/findings.ts'
import { reasonsOf } from './reasons.ts'

const hour = (on: HourFinding['on'], code: HourFinding['code']): HourFinding => ({
  on,
  startAt: new Date(`${on}T08:00-05:00`),
  code,
  minutes: code === 'earned' ? 50 : 43,
  polls: null,
  away: [],
  taughtMinutes: 50,
  neededMinutes: 45,
})
const finding = (reason: Finding['reason'], agenda: HourFinding[]): Finding => ({
  agenda,
  hours: 1,
  possibleHours: 2,
  minutes: 93,
  hoursBySeason: { 2027: 1 },
  reason,
  isFinal: true,
  setAside: [],
})

test('the missing hour leads, and the hours that are fine are apart', () => {
  const found = finding('presence', [hour('2027-02-09', 'earned'), hour('2027-02-10', 'too-short')])
  expect(reasonsOf(found, explain(found))).toEqual({
    leading: ['1 of 2 hours.', 'Hour 1, Wed 10 Feb 2027: 43 of 50 minutes; 45 are needed.'],
    fine: ['Hour 1, Tue 09 Feb 2027: 50 of 50 minutes.'],
  })
})

test('of a no-show no hour is apart', () => {
  const found = finding('no-visits', [hour('2027-02-09', 'not-there')])
  expect(reasonsOf(found, explain(found))).toEqual({ leading: explain(found), fine: [] })
})
