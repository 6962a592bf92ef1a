import { describe, expect, test } from 'vitest'
import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import { Figures } from '#contract/events/credit-rules/figures.ts'
import { hoursOf } from '#contract/events/slots/agendas.ts'
import type { Evidence } from '../findings.ts'
import { countHours } from './count-hours.ts'

const virtual = Figures.parse({
  code: 'hours-1',
  mode: 'each',
  periodMinutes: 60,
  teachingMinutes: 50,
  neededMinutes: 45,
  forgivenGapSeconds: 120,
  forgivenSecondsAnHour: 300,
  phonePolls: 'needed',
  polls: { per: 'hour', needed: 1, lateMinutes: 5 },
  leastHoursADay: 1,
  mostHours: 8,
  rolesCounted: ['attendee', 'panelist'],
})
const twoNeeded: Figures = { ...virtual, polls: { ...virtual.polls, needed: 2 } }
const daily: Figures = { ...virtual, polls: { ...virtual.polls, per: 'day', needed: 3 } }

// The slot is from 8 to 12 on Tuesday and Wednesday, Eastern. Each hour has a poll and a code.
const days = ['2027-02-09', '2027-02-10'] as const
const agenda = hoursOf(
  { startOn: days[0], endOn: days[1], startTime: '08:00', endTime: '12:00', breaks: [] },
  virtual,
)
const visits = days.map((on) => ({
  joinedAt: new Date(`${on}T08:00-05:00`),
  leftAt: new Date(`${on}T12:00-05:00`),
  role: 'attendee',
  medium: 'online',
  isWaiting: false,
})) as Evidence['visits']
const later = (moment: PollMoment, minutes: number): PollMoment => ({
  ...moment,
  at: new Date(Number(moment.at) + minutes * 60_000),
})
const polls = agenda.map(({ pieces }, place): PollMoment => {
  return { question: `Poll ${place + 1}`, at: pieces[0]?.startAt ?? null, on: null }
})
const codes = polls.map(
  (poll, place): PollMoment => later({ ...poll, question: `Code ${place + 1}`, source: 'code' }, 25),
)
const untimed = agenda.map(({ on }, place): PollMoment => ({ question: `Poll ${place + 1}`, at: null, on }))
const letters = { earned: 'E', 'earned-no-poll': 'N', open: 'O', 'poll-missing': 'P' }

function result(figures: Figures, evidence: Partial<Evidence>) {
  const given = { visits, asked: [], answers: [], isSettled: true, ...evidence }
  const { agenda: hours, hours: sum, reason } = countHours(figures, agenda, given)
  const shown = hours.map(({ code }) => letters[code as keyof typeof letters]).join('')
  return [`${shown.slice(0, 4)} ${shown.slice(4)}`, sum, reason]
}

const [firstCode, ...rest] = codes as [PollMoment, ...PollMoment[]]
const namesake = { ...firstCode, question: 'Poll 1' }

describe('poll codes', () => {
  test.each<[string, Figures, Partial<Evidence>, [string, number, string]]>([
    [
      'are the questions of a day without others',
      virtual,
      { asked: codes, answers: rest },
      ['PEEE EEEE', 7, 'polls'],
    ],
    ['count all hours', virtual, { asked: codes, answers: codes }, ['EEEE EEEE', 8, 'full']],
    [
      'that nobody needed leave the hour as it is',
      virtual,
      { asked: [...polls, ...codes], answers: polls },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'count instead of a poll of the webinar',
      virtual,
      { asked: [...polls, ...codes], answers: [...polls.slice(1), firstCode] },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'ask for nothing in an hour without a poll of the webinar, on a day with others',
      virtual,
      { asked: [...polls.slice(1), ...codes], answers: polls.slice(1) },
      ['NEEE EEEE', 8, 'full'],
    ],
    [
      'do ask on the other day',
      virtual,
      { asked: [...polls.slice(0, 4), ...codes], answers: polls.slice(0, 4) },
      ['EEEE PPPP', 4, 'polls'],
    ],
    [
      'count in the hour in which they appeared',
      virtual,
      { asked: codes, answers: [later(firstCode, 36), ...rest] },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'before the report is settled may be followed by polls of the webinar',
      virtual,
      { asked: codes, answers: rest, isSettled: false },
      ['OEEE EEEE', 7, 'open'],
    ],
    [
      'are not enough for two polls that may still come',
      twoNeeded,
      { asked: codes, answers: codes, isSettled: false },
      ['OOOO OOOO', 0, 'open'],
    ],
    [
      'with the label of a poll are the same question',
      twoNeeded,
      {
        asked: [...polls, later({ ...polls[0], question: 'Second' } as PollMoment, 40), namesake],
        answers: [...polls, namesake],
      },
      ['PEEE EEEE', 7, 'polls'],
    ],
    [
      'that were withdrawn keep their answers',
      virtual,
      { asked: [...polls, ...rest], answers: [...polls.slice(1), firstCode] },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'that were withdrawn ask for nothing',
      virtual,
      { asked: rest, answers: rest },
      ['NEEE EEEE', 8, 'full'],
    ],
    [
      'count for a day of polls without times',
      virtual,
      { asked: [...untimed, ...codes], answers: [...untimed.slice(1), firstCode] },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'count where a day needs some',
      daily,
      {
        asked: [...polls, ...codes],
        answers: [...polls.slice(0, 1), ...codes.slice(1, 3), ...polls.slice(4)],
      },
      ['EEEE EEEE', 8, 'full'],
    ],
  ])('%s', (_, figures, evidence, expected) => {
    expect(result(figures, evidence)).toEqual(expected)
  })
})
