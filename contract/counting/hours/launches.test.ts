import { describe, expect, test } from 'vitest'
import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import { at, poll, untimed } from '#test/counted-slots.ts'
import type { AskedMoment } from './launches.ts'
import { countsAsAsked, launchesOf, launchOf } from './launches.ts'

/** Returns the starts and ends of launches. */
function spans(moments: readonly AskedMoment[]): (string | null)[][] {
  const clock = (instant: Date | null) =>
    instant && new Date(+instant - 5 * 3_600_000).toISOString().slice(11, 19)
  return launchesOf(moments).map((launch) => [clock(launch.at), clock(launch.until)])
}
const same = (...clocks: string[]) => clocks.map((clock) => poll(`9 ${clock}`, 'Still with us?'))

describe('moments of a question', () => {
  test.each<[string, AskedMoment[], string[][]]>([
    ['ten minutes apart are one launch', same('08:25:00', '08:35:00'), [['08:25:00', '08:35:00']]],
    [
      'ten minutes and a second apart are two',
      same('08:25:00', '08:35:01'),
      [
        ['08:25:00', '08:25:00'],
        ['08:35:01', '08:35:01'],
      ],
    ],
    ['are cut to whole seconds', same('08:25:00.000', '08:35:00.999'), [['08:25:00', '08:35:00']]],
    ['follow one another', same('08:40', '08:25', '08:33'), [['08:25:00', '08:40:00']]],
    ['may come twice', same('08:25', '08:25'), [['08:25:00', '08:25:00']]],
    ['may be one alone', same('08:25'), [['08:25:00', '08:25:00']]],
  ])('%s', (_, moments, expected) => {
    expect(spans(moments)).toEqual(expected)
  })

  test('of other texts are other launches, and so are those of codes', () => {
    const moments: PollMoment[] = [
      poll('9 08:25', 'a'),
      poll('9 08:26', 'b'),
      { ...poll('9 08:27', 'a'), source: 'code' },
    ]
    expect(launchesOf(moments).map(({ question, source }) => [question, source])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['a', 'code'],
    ])
  })

  test('without times are launches by day, text, session, and number', () => {
    const [first] = untimed('2027-02-09', 'a') as [PollMoment]
    const others: PollMoment[] = [
      { ...first, nth: 2 },
      { ...first, session: 's2' },
      { ...first, on: '2027-02-10' },
      { ...first, question: 'b' },
    ]
    expect(launchesOf([first, ...others])).toHaveLength(5)
    // The first entry is number 1.
    expect(launchesOf([first, first, { ...first, nth: 1 }])).toHaveLength(1)
  })

  test.each([
    ['with times', same('08:25', '08:30')],
    ['without', untimed('2027-02-09', 'a', 'a')],
  ])('give their launch the largest numbers, %s', (_, [one, other]) => {
    const [launch] = launchesOf([
      { ...(one as PollMoment), answered: 3, present: 20 },
      { ...(other as PollMoment), answered: 2, present: 21 },
    ])
    expect(launch).toMatchObject({ answered: 3, present: 21 })
    expect(launchesOf([{ ...(one as PollMoment), answered: 3 }, other as PollMoment])[0]?.answered).toBe(3)
  })

  test('carry the word of an administrator, whatever their order', () => {
    const [one, other] = same('08:25', '08:30') as [PollMoment, PollMoment]
    const wordOf = (moments: AskedMoment[]) => launchesOf(moments)[0]?.counts
    for (const counts of [true, false]) {
      expect(wordOf([{ ...one, counts }, other])).toBe(counts)
      expect(wordOf([one, { ...other, counts }])).toBe(counts)
      expect(
        wordOf([
          { ...one, counts },
          { ...one, counts: !counts },
        ]),
      ).toBe(true)
    }
  })
})

describe('an answer', () => {
  const launches = launchesOf(same('08:25', '08:30', '09:25'))
  test.each<[string, string, number | undefined]>([
    ['at the first moment belongs to the launch', '08:25:00', 0],
    ['belongs to it until ten minutes after its last moment', '08:40:00', 0],
    ['belongs to none a second later', '08:40:01', undefined],
    ['belongs to none before', '08:24:59', undefined],
    ['belongs to the last launch that began', '09:26', 1],
  ])('%s', (_, clock, place) => {
    expect(launchOf(poll(`9 ${clock}`, 'Still with us?'), launches)).toBe(launches[place ?? -1])
  })

  test('to another question belongs to none', () => {
    expect(launchOf(poll('9 08:26', 'Another'), launches)).toBeUndefined()
    expect(launchOf({ ...poll('9 08:26', 'Still with us?'), source: 'code' }, launches)).toBeUndefined()
  })

  test('by code belongs to the code as long as it is open', () => {
    const shown = launchesOf([{ ...poll('9 08:25', 'Code'), source: 'code' }])
    expect(launchOf({ ...poll('9 09:04', 'Code'), source: 'code' }, shown)).toBe(shown[0])
  })

  test('without a time belongs to its entry', () => {
    const entries = launchesOf([1, 2].map((nth) => ({ ...untimed('2027-02-09', 'a')[0], nth }) as PollMoment))
    expect(launchOf({ ...(untimed('2027-02-09', 'a')[0] as PollMoment), nth: 2 }, entries)).toBe(entries[1])
    expect(launchOf({ ...(untimed('2027-02-10', 'a')[0] as PollMoment), nth: 2 }, entries)).toBeUndefined()
  })
})

test.each<[answered: number, present: number, boolean]>([
  [0, 0, true],
  [0, 1, false],
  [1, 1, true],
  [1, 2, false],
  [2, 2, true],
  [1, 10, false],
  [2, 20, true],
  [2, 21, false],
  [3, 30, true],
  [3, 31, false],
])('a question that %i of %i answered counts as asked: %s', (answered, present, expected) => {
  const moment = { question: 'a', at: at('9 08:25'), on: null, answered, present }
  expect(countsAsAsked(moment)).toBe(expected)
  expect(countsAsAsked({ ...moment, counts: !expected })).toBe(!expected)
})
