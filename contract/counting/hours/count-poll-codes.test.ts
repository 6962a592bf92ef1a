import { describe, expect, test } from 'vitest'
import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { Rows } from '#test/counted-slots.ts'
import { codesOf, countOne, courseOf, slotTime, virtual, visit } from '#test/counted-slots.ts'
import type { AskedMoment } from './launches.ts'

const twoNeeded: Figures = { ...virtual, polls: { ...virtual.polls, needed: 2 } }
const daily: Figures = { ...virtual, polls: { ...virtual.polls, per: 'day', needed: 3 } }

// The slot is from 8 to 12 on Tuesday and Wednesday, Eastern. Each hour has a poll at its start and a code at
// 25 past.
const [agenda = []] = courseOf(virtual, [{ time: slotTime('2-9 2-10 08:00 12:00') }])
const visits = [visit('9 08:00', '9 12:00'), visit('10 08:00', '10 12:00')]
const later = <Moment extends PollMoment>(moment: Moment, minutes: number): Moment => ({
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
const [firstPoll, ...otherPolls] = polls as [PollMoment, ...PollMoment[]]
const [firstCode, ...otherCodes] = codes as [PollMoment, ...PollMoment[]]
const namesake = { ...firstCode, question: 'Poll 1' }
const uncounted = (moment: PollMoment): AskedMoment => ({ ...moment, counts: false })

function result(figures: Figures, rows: Rows) {
  const finding = countOne(figures, agenda, { visits, ...rows })
  return [codesOf(finding), finding.hours, finding.reason]
}

describe('poll codes', () => {
  test.each<[string, Figures, Rows, [string, number, string]]>([
    [
      'are the questions of a day without others',
      virtual,
      { asked: codes, answers: otherCodes },
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
      { asked: [...polls, ...codes], answers: [...otherPolls, firstCode] },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'ask for nothing in an hour without a poll of the webinar, on a day with others',
      virtual,
      { asked: [...otherPolls, ...codes], answers: otherPolls },
      ['NEEE EEEE', 8, 'full'],
    ],
    [
      'do ask on the other day',
      virtual,
      { asked: [...polls.slice(0, 4), ...codes], answers: polls.slice(0, 4) },
      ['EEEE PPPP', 4, 'polls'],
    ],
    [
      'do ask on a day whose polls of the webinar do not count',
      virtual,
      { asked: [...polls.slice(0, 4).map(uncounted), ...polls.slice(4), ...codes], answers: polls.slice(1) },
      ['PEEE EEEE', 7, 'polls'],
    ],
    [
      'count in the hour in which they appeared, until 5 minutes after its period',
      virtual,
      { asked: codes, answers: [later(firstCode, 40), ...otherCodes] },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'count in the hour in which they are entered, if that is later',
      virtual,
      { asked: [firstCode, ...otherCodes.slice(1)], answers: [later(firstCode, 41), ...otherCodes.slice(1)] },
      ['PEEE EEEE', 7, 'polls'],
    ],
    [
      'before the report is settled may be followed by polls of the webinar',
      virtual,
      { asked: codes, answers: otherCodes, isSettled: false },
      ['OEEE EEEE', 7, 'open'],
    ],
    [
      'are not enough for two polls that may still come',
      twoNeeded,
      { asked: codes, answers: codes, isSettled: false },
      ['OOOO OOOO', 0, 'open'],
    ],
    [
      'with the label of a poll are questions of their own',
      twoNeeded,
      {
        asked: [...polls, later({ ...firstPoll, question: 'Second' }, 40), namesake],
        answers: [...polls, namesake],
      },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'with one label in each hour are a question each',
      virtual,
      {
        asked: codes.map((code) => ({ ...code, question: 'Code' })),
        answers: otherCodes.map((code) => ({ ...code, question: 'Code' })),
      },
      ['PEEE EEEE', 7, 'polls'],
    ],
    [
      'that were withdrawn keep their answers',
      virtual,
      { asked: [...polls, ...otherCodes], answers: [...otherPolls, firstCode] },
      ['EEEE EEEE', 8, 'full'],
    ],
    [
      'that were withdrawn ask for nothing',
      virtual,
      { asked: otherCodes, answers: otherCodes },
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
  ])('%s', (_, figures, rows, expected) => {
    expect(result(figures, rows)).toEqual(expected)
  })

  test('are named beside the other answers', () => {
    const finding = countOne(virtual, agenda, { visits, asked: codes, answers: [...codes, firstPoll] })
    expect(finding.agenda[0]?.polls).toEqual({ per: 'hour', asked: 1, needed: 1, answered: 2, byCode: 1 })
    expect(finding.agenda[1]?.polls).toEqual({ per: 'hour', asked: 1, needed: 1, answered: 1, byCode: 1 })
  })
})
