import { describe, expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { readAttendanceFile } from './attendance-file.ts'
import type { Reading, ReadVisit } from './attendance-reading.ts'

describe('a time', () => {
  test.each([
    ['Feb 10, 2026 08:56:02', '2026-02-10T13:56:02Z'],
    ['Feb 10, 2026 08:56:02 AM', '2026-02-10T13:56:02Z'],
    ['February 9, 2026 8:56 PM', '2026-02-10T01:56:00Z'],
    ['02/10/2026 08:56:02 AM', '2026-02-10T13:56:02Z'],
    ['2/10/2026 8:56', '2026-02-10T13:56:00Z'],
    ['02/10/2026 12:00:00 AM', '2026-02-10T05:00:00Z'],
    ['02/10/2026 12:00:00 PM', '2026-02-10T17:00:00Z'],
    ['02/10/2026 01:05:00\u202fp.m.', '2026-02-10T18:05:00Z'],
    ['2026-02-10 13:05:00', '2026-02-10T18:05:00Z'],
    ['2026-02-10T13:05:00Z', '2026-02-10T13:05:00Z'],
    ['Feb 10, 2026 07:56 AM CST', '2026-02-10T13:56:00Z'],
    // The Saturday before the clocks go forward, the Sunday after it, and the same in fall.
    ['03/07/2026 09:00:00 AM', '2026-03-07T14:00:00Z'],
    ['03/08/2026 09:00:00 AM', '2026-03-08T13:00:00Z'],
    ['10/31/2026 09:00:00 AM', '2026-10-31T13:00:00Z'],
    ['11/01/2026 09:00:00 AM', '2026-11-01T14:00:00Z'],
    ['Nov 1, 2026 01:30 AM EDT', '2026-11-01T05:30:00Z'],
    ['Nov 1, 2026 01:30 AM EST', '2026-11-01T06:30:00Z'],
    // A two-digit year, and an offset.
    ['2/10/26 8:56', '2026-02-10T13:56:00Z'],
    ['10-Feb-26 8:56:02 AM', '2026-02-10T13:56:02Z'],
    ['10.02.2026 08:56', '2026-02-10T13:56:00Z'],
    ['2026.02.10 08:56', '2026-02-10T13:56:00Z'],
    ['20260210 0856', '2026-02-10T13:56:00Z'],
    ['2026-02-10 08h56', '2026-02-10T13:56:00Z'],
    ['2026-02-10T08:56:02-05:00', '2026-02-10T13:56:02Z'],
    ['2026-02-10T14:56:02.734+0100', '2026-02-10T13:56:02Z'],
    ['Feb 10, 2026 8:56 AM GMT-5', '2026-02-10T13:56:00Z'],
    ['2026-07-10 08:56 Eastern', '2026-07-10T12:56:00Z'],
    ['Tuesday, February 10, 2026 at 8:56AM', '2026-02-10T13:56:00Z'],
    // A workbook's number of days.
    ['46063.372245370374', '2026-02-10T13:56:02Z'],
  ])('written as %j is %s', async (written, instant) => {
    expect((await visitOf(written)).joinedAt).toEqual(new Date(instant))
  })

  test.each([
    '13/13/2026 08:56',
    '02/30/2026 08:56',
    '02/10/2026',
    '02/10/2026 13:00 PM',
    '02/10/2026 24:00',
    '02/10/2026 08:56 XYZ',
    '20260230 08:56',
    '8765432 08:56',
    '02/10/2026 08h60',
  ])('written as %j is a flaw of its row', async (written) => {
    const { joinedAt, flaws } = await visitOf(written)
    expect([joinedAt, flaws]).toEqual([
      null,
      [{ code: 'unreadable-time', column: 'Join Time', text: written }],
    ])
  })

  test('of leaving in the hour that repeats in autumn is after the time of joining', async () => {
    const visit = await visitOf('11/01/2026 01:50:00 AM', '11/01/2026 01:10:00 AM')
    expect([visit.joinedAt, visit.leftAt]).toEqual([
      new Date('2026-11-01T05:50:00Z'),
      new Date('2026-11-01T06:10:00Z'),
    ])
  })
})

describe('the zone of times that name none', () => {
  const at = '02/10/2026 08:00:00 AM'
  const eight = {
    eastern: '2026-02-10T13:00:00Z',
    central: '2026-02-10T14:00:00Z',
    utc: '2026-02-10T08:00:00Z',
  }
  const under = (join: string, leave = join.replace('Join', 'Leave'), above = '') =>
    `${above}Name,Email,${join},${leave}\nPat,pat@example.com,${at},02/10/2026 09:00:00 AM\n`

  test.each([
    ['the brackets of a column', under('Join Time (UTC)'), eight.utc],
    ['the brackets of one of two columns', under('Join Time (UTC)', 'Leave Time'), eight.utc],
    ['an abbreviation', under('Join Time (CST)'), eight.central],
    ['words', under('Join Time - Central Time'), eight.central],
    ['a place', under('Join Time (America/Chicago)'), eight.central],
    ['an offset', under('Join Time [GMT-06:00]'), eight.central],
    ['a place with its offset', under('Join Time ((GMT-6:00) Central Time (US and Canada))'), eight.central],
    [
      'a line above',
      under('Join Time', 'Leave Time', 'Time Zone:,Central Time (US & Canada)\n\n'),
      eight.central,
    ],
    ['a sentence above', under('Join Time', 'Leave Time', 'All times are shown in UTC\n\n'), eight.utc],
    [
      'the start above',
      under('Join Time', 'Leave Time', 'Start Time,"Feb 10, 2026 7:50 AM CST"\n\n'),
      eight.central,
    ],
  ])('is named by %s', async (_, file, instant) => {
    const { zoneFrom, visits } = await readingOf(file, portalZone)
    expect([zoneFrom, visits[0]?.joinedAt]).toEqual(['file', new Date(instant)])
  })

  test('is named by a column of its own, row by row', async () => {
    const row = (zone: string) => `Pat,pat@example.com,${at},02/10/2026 10:00:00 AM,${zone}\n`
    const list = `Name,Email,Join Time,Leave Time,Time Zone\n${row('CST')}${row('UTC')}`
    const { zoneFrom, visits } = await readingOf(list, undefined)
    expect(zoneFrom).toBe('times')
    expect(visits.map(({ joinedAt }) => joinedAt)).toEqual([new Date(eight.central), new Date(eight.utc)])
  })

  test('is the given one if the file names none', async () => {
    for (const join of ['Join Time', 'Join Time (24 hours)', 'Join Time (Central European Time)']) {
      const { zone, zoneFrom, visits } = await readingOf(under(join), 'America/Chicago')
      expect([zone, zoneFrom, visits[0]?.joinedAt]).toEqual([
        'America/Chicago',
        'caller',
        new Date(eight.central),
      ])
    }
  })

  test('is nobody’s without any: no time is invented', async () => {
    const { zone, zoneFrom, visits } = await readingOf(under('Join Time'), undefined)
    expect([zone, zoneFrom]).toEqual([null, 'nobody'])
    expect(visits[0]).toMatchObject({
      joinedAt: null,
      leftAt: null,
      flaws: [{ code: 'no-zone', column: 'Join Time', text: at }, { code: 'no-zone' }],
    })
  })

  test('is not asked for if every time names its own', async () => {
    const { zoneFrom } = await readingOf(reportOf('2026-02-10T13:00:00Z', '2026-02-10T14:00:00Z'), undefined)
    expect(zoneFrom).toBe('times')
  })
})

function reportOf(join: string, leave: string) {
  return `Attended,User Name,Email,Join Time,Leave Time\nYes,Jill,jill@example.com,"${join}","${leave}"\n`
}

async function visitOf(join: string, leave = '2026-12-31 20:00'): Promise<ReadVisit> {
  const [visit] = (await readingOf(reportOf(join, leave), portalZone)).visits
  return visit as ReadVisit
}

async function readingOf(file: string, zone: string | undefined) {
  return (await readAttendanceFile(Buffer.from(file), { zone })) as Reading
}
