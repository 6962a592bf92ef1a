import { describe, expect, test } from 'vitest'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { rehearsalProblem, rehearsedSlot } from './rules.ts'

const slot = (startOn: string, focusId: number, times = ['08:00', '12:00']) => {
  const [startTime, endTime] = times
  return {
    startOn,
    endOn: startOn,
    startTime,
    endTime,
    breaks: [] as const,
    focusId,
    isInPerson: null,
  } as PlannedTime & {
    focusId: number
    isInPerson: null
  }
}
const figures: Figures = {
  code: 'hours-1',
  mode: 'each',
  periodMinutes: 60,
  teachingMinutes: 50,
  neededMinutes: 45,
  forgivenGapSeconds: 120,
  forgivenSecondsAnHour: 300,
  polls: { per: 'hour', needed: 1, lateMinutes: 5 },
  phonePolls: 'needed',
  leastHoursADay: 1,
  mostHours: 8,
  rolesCounted: ['attendee', 'panelist'],
}
const held = slot('2027-02-09', 2)
const facts = { event: { isDraft: true }, slots: [held], held, figures }

describe('the slot that is held', () => {
  const [early, late, inPerson] = [held, slot('2027-03-09', 2), slot('2027-01-09', inPersonFocusId)]
  test.each([
    ['the first one', [late, early], early],
    ['the first virtual one', [inPerson, late], late],
    ['none if all are in person', [inPerson], undefined],
    ['none without slots', [], undefined],
  ])('is %s', (_, slots, expected) => {
    expect(rehearsedSlot(slots)).toBe(expected)
  })
})

test.each([
  ['an unpublished event with a virtual slot', {}, /^$/],
  ['a published one', { event: { isDraft: false } }, /is published/],
  ['one without slots', { slots: [], held: undefined, figures: undefined }, /no time slots/],
  ['one in person only', { held: undefined, figures: undefined }, /are in person/],
  [
    'one whose slot has no hour',
    { held: slot('2027-02-09', 2, ['08:00', '08:49']) },
    /shorter than one hour/,
  ],
  ['figures that add up minutes', { figures: { ...figures, mode: 'sum' as const } }, /add up minutes/],
  [
    'figures with polls of the day',
    { figures: { ...figures, polls: { ...figures.polls, per: 'day' as const } } },
    /of a whole day/,
  ],
])('a rehearsal is possible or not: %s', (_, given, expected) => {
  expect(rehearsalProblem({ ...facts, ...given })).toMatch(expected)
})
