import { expect, test } from 'vitest'
import type { RegistrationFinding } from '#contract/counting/credit-findings/calls.ts'
import { crowdPath, timelinesOf } from './timeline.ts'

const at = (time: string, day = 9) => new Date(`2027-02-${String(day).padStart(2, '0')}T${time}-05:00`)
const hour = (on: string, day: number) => ({
  on,
  hour: 1,
  value: 60,
  earned: 1,
  present: 1,
  pieces: [{ startAt: at('08:00', day), endAt: at('08:50', day) }],
})
const agenda = [hour('2027-02-09', 9), hour('2027-02-10', 10)]
const visit = (from: Date | null, to: Date | null, more: object = {}) => ({
  joinedAt: from,
  leftAt: to,
  role: 'attendee',
  medium: 'online',
  isWaiting: false,
  ...more,
})
const found = (more: object = {}) =>
  ({
    finding: { agenda: [] },
    visits: [],
    answers: [],
    openings: [],
    crowd: [],
    ...more,
  }) as unknown as RegistrationFinding

test('a day without visits shows the instruction with five minutes around it', () => {
  const [day] = timelinesOf(agenda, found())
  expect([day?.from, day?.to]).toEqual([at('07:55'), at('08:55')])
  expect(Math.round(day?.hours[0]?.pieces[0]?.left ?? 0)).toBe(8)
})

test('a visit is a bar on its own day, and one far outside is cut off', () => {
  const visits = [visit(at('07:50'), at('08:20')), visit(at('06:00', 10), at('11:00', 10))]
  const [first, second] = timelinesOf(agenda, found({ visits }))
  expect(first?.visits).toHaveLength(1)
  expect(first?.from).toEqual(at('07:50'))
  expect(second?.visits).toMatchObject([{ left: 0, width: 100 }])
  expect([second?.from, second?.to]).toEqual([at('07:20', 10), at('09:30', 10)])
})

test('hosts and the waiting room are shown apart, and unusable times not at all', () => {
  const visits = [
    visit(at('08:00'), at('08:10'), { role: 'host' }),
    visit(at('08:10'), at('08:20'), { isWaiting: true }),
    visit(at('08:20'), null),
    visit(at('08:30'), at('08:40'), { role: 'panelist' }),
  ]
  const [day] = timelinesOf(agenda, found({ visits }))
  expect([day?.visits.length, day?.uncounted.length]).toEqual([1, 2])
})

test('answers, openings and the crowd belong to their day', () => {
  const [first, second] = timelinesOf(
    agenda,
    found({
      answers: [
        { question: 'One?', at: at('08:40') },
        { question: 'Two?', at: null },
      ],
      openings: [at('07:58', 10)],
      crowd: [{ startAt: at('08:00'), present: [1, 4] }],
    }),
  )
  expect([first?.answers.length, first?.openings.length, first?.most]).toEqual([1, 0, 4])
  expect([second?.answers.length, second?.openings.length, second?.most]).toEqual([0, 1, 0])
})

test('the crowd is an area from the first minute to the last', () => {
  const crowd = [
    { left: 10, present: 2 },
    { left: 20, present: 4 },
  ]
  expect(crowdPath({ crowd, most: 4 })).toBe('M10 100L10 50L20 0L20 100Z')
  expect(crowdPath({ crowd: [], most: 0 })).toBe('')
})
