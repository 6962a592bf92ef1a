import { expect, test } from 'vitest'
import { easternInstant, seasonOf } from '#contract/core/season.ts'
import { slotProblems } from '#contract/events/slots/rules.ts'
import { joinTime } from '#contract/webinars/webinars/joins.ts'
import { livingEvents, runningSlot } from './demo-days.ts'

test.each([
  ['2027-03-31', '23:50', '19:59'],
  ['2027-04-01', '00:00', '00:00'],
  ['2027-04-01', '00:10', '00:00'],
  ['2027-01-12', '09:10', '08:00'],
  ['2027-01-12', '13:45', '12:30'],
  ['2026-12-31', '23:58', '19:59'],
  ['2026-12-31', '23:59', '00:00'],
  // Clocks change in these nights.
  ['2027-03-14', '03:10', '01:00'],
  ['2027-03-13', '03:10', '01:00'],
  ['2026-11-01', '02:30', '01:30'],
] as const)('on %s at %s a webinar that began at %s can be joined', (on, time, startTime) => {
  const now = easternInstant(on, time)
  const slot = runningSlot(now)
  expect(slot.startTime).toBe(startTime)
  expect(slotProblems(slot)).toEqual({})
  expect(joinTime(slot, now).state).toBe('open')
})

test('at each minute of a day, a webinar can be joined', () => {
  for (let minute = 0; minute < 24 * 60; minute++) {
    const now = new Date(easternInstant('2027-03-31', '00:00').getTime() + minute * 60_000)
    expect([now, joinTime(runningSlot(now), now).state]).toEqual([now, 'open'])
  }
})

test('around the change of seasons, the events keep their distance from today', () => {
  for (const [on, season] of [
    ['2027-03-31', 2027],
    ['2027-04-01', 2028],
  ] as const) {
    const now = easternInstant(on, '12:00')
    const { held, today, full } = livingEvents(now)
    expect(seasonOf(now)).toBe(season)
    expect([held.slot.startOn, today.slot.startOn]).toEqual([
      on === '2027-03-31' ? '2027-03-17' : '2027-03-18',
      on,
    ])
    expect(full.slot.startOn > on).toBe(true)
    for (const { slot } of [held, today, full]) expect(slotProblems(slot)).toEqual({})
  }
})
