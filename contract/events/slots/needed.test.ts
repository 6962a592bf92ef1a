import { expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from './agendas.ts'
import { hoursOf } from './agendas.ts'
import { neededForCredit } from './needed.ts'

const figures: Figures = {
  code: 'hours-1',
  mode: 'each',
  periodMinutes: 60,
  teachingMinutes: 50,
  neededMinutes: 45,
  forgivenGapSeconds: 120,
  forgivenSecondsAnHour: 300,
  phonePolls: 'needed',
  leastHoursADay: 1,
  polls: { per: 'hour', needed: 1, lateMinutes: 5 },
  mostHours: 8,
  rolesCounted: ['attendee'],
}
const none = { per: 'none', needed: 1, lateMinutes: 5 } as const
const on = '2027-02-09' as PlainDate
const planned = hoursOf({ startOn: on, endOn: on, startTime: '08:00', endTime: '12:00', breaks: [] }, figures)
const twoCourses: Figures = {
  ...figures,
  code: 'hours-2',
  coursesAnHour: 2,
  neededShare: 0.9,
  polls: none,
}
const sum = { mode: 'sum', hourMinutes: 50, roundPer: 'slot' } as const

test.each<[Partial<Figures>, string]>([
  [{}, 'You earn an hour by attending at least 45 of its 50 minutes and answering 1 poll.'],
  [{ polls: none, neededShare: 0.9 }, 'You earn an hour by attending at least 45 of its 50 minutes.'],
  [
    { polls: { per: 'hour', needed: 2, lateMinutes: 5 }, phonePolls: 'waived' },
    "You earn an hour by attending at least 45 of its 50 minutes and answering 2 polls. You don't need the polls if you attend by phone.",
  ],
  [
    { polls: { per: 'day', needed: 3, lateMinutes: 5 }, leastHoursADay: 2 },
    "You earn an hour by attending at least 45 of its 50 minutes. You need to answer 3 polls each day. A day with fewer than 2 hours doesn't count.",
  ],
  [sum, 'You earn an hour for every 50 minutes that you attend, with 1 poll answered for each.'],
  [
    { ...sum, roundPer: 'day', polls: none },
    "You earn an hour for every 50 minutes that you attend. Minutes left over at the end of a day don't count.",
  ],
])('with figures %j: %s', (changes, words) => {
  expect(neededForCredit({ ...figures, ...changes }, planned)).toBe(words)
})

const shorter: AgendaHour[] = planned.map((hour, place) => ({
  ...hour,
  pieces: hour.pieces.map(({ startAt, endAt }) => ({
    startAt,
    endAt: place === 0 ? new Date(endAt.getTime() - 10 * 60_000) : endAt,
  })),
}))

test.each<[string, readonly AgendaHour[]]>([
  [
    'planned',
    hoursOf({ startOn: on, endOn: on, startTime: '08:00', endTime: '12:00', breaks: [] }, twoCourses),
  ],
  ['without an hour', []],
])('two courses an hour, %s, are told as courses', (_, agenda) => {
  expect(neededForCredit(twoCourses, agenda)).toBe(
    'You earn half an hour for each course by attending at least 23 of its 25 minutes.',
  )
  expect(neededForCredit({ ...twoCourses, polls: figures.polls }, agenda)).toBe(
    'You earn half an hour for each course by attending at least 23 of its 25 minutes and answering 1 poll.',
  )
})

test('whole hours that were stated where two courses an hour are planned are told as hours', () => {
  expect(neededForCredit(twoCourses, planned)).toBe(
    'You earn an hour by attending at least 45 of its 50 minutes.',
  )
})

test.each<[string, Partial<Figures>, readonly AgendaHour[], string]>([
  ['one shorter hour', { polls: none, neededMinutes: 30 }, shorter, '30 of its minutes'],
  ['a share of a shorter hour', { polls: none, neededShare: 0.9 }, shorter, '90% of its minutes'],
  ['no hour', { polls: none }, [], '45 of its 50 minutes'],
])('an agenda with %s', (_, changes, agenda, minutes) => {
  expect(neededForCredit({ ...figures, ...changes }, agenda)).toBe(
    `You earn an hour by attending at least ${minutes}.`,
  )
})
