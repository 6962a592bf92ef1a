import { describe, expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { readingOf, refusalOf, visitLines } from '#test/attendance-files.ts'
import { preparedOf } from './attendance-preparing.ts'

// Nothing in an ordinary file gives or takes hours without a word.

const day = '02/09/2027'
const heading = 'Name,Email,Time In,Time Out'
const fileOf = (...lines: string[]) => `${lines.join('\n')}\n`
const row = (name: string, more = '') => `${name},${name}@example.com${more},${day} 8:00 AM,${day} 12:00 PM`

async function problemsOf(file: string) {
  return preparedOf(await readingOf(file)).described.problems.map(({ problem }) => problem)
}

describe('a person did not attend, whatever the times of their row, if', () => {
  test.each(['Attended', 'Attended?', 'Attended (Y/N)', 'Attendance', 'Present', 'Attendee Status'])(
    'the column %s denies it',
    async (column) => {
      const words = [
        'No',
        'n',
        'Absent',
        'FALSE',
        'no-show',
        'Did not attend',
        "Didn't come",
        'Not checked in',
      ]
      const file = fileOf(
        `Name,Email,${column},Time In,Time Out`,
        ...words.map((word) => row('ada', `,${word}`)),
        row('ben', ',Yes'),
        row('dana', ',Present'),
        row('eve', ','),
      )
      const { visits } = await readingOf(file)
      expect(visits.map(({ status }) => status)).toEqual([
        ...words.map(() => 'absent'),
        'present',
        'present',
        'present',
      ])
      expect(await problemsOf(file)).toContain(`'${column}' is 'n', so the times do not count.`)
    },
  )
})

describe('an action of a log is joining or leaving by its first such word:', () => {
  test.each([
    ['Joined the meeting', 'Left the meeting in time'],
    ['Checked-in', 'Checked-out'],
    ['Lunch in', 'Lunch out'],
    ['Arriving', 'Leaving'],
    ['Logged in', 'Logged off'],
    ['Connected', 'Disconnected'],
  ])('%s, %s', async (join, leave) => {
    const at = (action: string, time: string) => `Ada,ada@example.com,${action},${day} ${time}`
    const reading = await readingOf(
      fileOf(
        'Name,Email,Action,Timestamp',
        at('In', '7:58'),
        at(leave, '9:00'),
        at(join, '11:00'),
        at('Out', '12:02'),
      ),
    )
    expect(visitLines(reading)).toEqual([
      'Ada ada@example.com attendee 07:58:00-09:00:00',
      'Ada ada@example.com attendee 11:00:00-12:02:00',
    ])
  })

  test('a sentence names the others', async () => {
    const rows = ['Joined', 'Raised hand', 'Was moved', 'Left'].map(
      (action, place) => `Ada,ada@example.com,${action},${day} ${8 + place}:00`,
    )
    expect(await problemsOf(fileOf('Name,Email,Action,Timestamp', ...rows))).toEqual([
      "2 rows say neither joining nor leaving, and do not count: the first is 'Raised hand' in line 3.",
    ])
  })
})

test('of two columns of times in a log the one that varies counts, and a sentence names the other', async () => {
  const log = (columns: string, ...rows: string[]) => fileOf(`Name,Email,Action,${columns}`, ...rows)
  const [joined, left] = ['Joined', 'Left'].map((action) => `Ada,ada@example.com,${action}`)
  const files = {
    Timestamp: log(
      'Date/Time,Timestamp',
      `${joined},${day} 7:58,${day} 18:00`,
      `${left},${day} 12:02,${day} 18:00`,
    ),
    'Date/Time': log(
      'Date/Time,Timestamp',
      `${joined},${day} 6:00,${day} 7:58`,
      `${left},${day} 6:00,${day} 12:02`,
    ),
  }
  for (const [unread, file] of Object.entries(files)) {
    const read = unread === 'Timestamp' ? 'Date/Time' : 'Timestamp'
    expect(visitLines(await readingOf(file))).toEqual(['Ada ada@example.com attendee 07:58:00-12:02:00'])
    expect(await problemsOf(file)).toEqual([
      `The times under '${unread}' do not count: only those under '${read}' do.`,
    ])
  }
})

test('a sentence quotes no half of an emoji, which could not be stored', async () => {
  const cut = (length: number) => `${'x'.repeat(length - 1)}😀`
  const log = fileOf(
    'Name,Email,Action,Timestamp',
    ...['Joined', cut(60), 'Left'].map((action) => `Ada,ada@example.com,${action},${day} 8:00`),
  )
  const list = fileOf(`${heading},In ${cut(37)}`, `${row('ada')},${day} 1:00 PM`)
  for (const file of [log, list]) {
    const problems = await problemsOf(file)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.isWellFormed()).toBe(true)
  }
})

describe('more times in a row', () => {
  test.each([
    ['Time In,Time Out,2nd Time In,2nd Time Out'],
    ['Time In AM,Time Out AM,Time In PM,Time Out PM'],
    ['Sign-in,Sign-out,Second Sign-in,Second Sign-out'],
  ])('count under %s', async (columns) => {
    const times = ['8:00 AM', '9:00 AM', '1:00 PM', '5:00 PM'].map((time) => `${day} ${time}`)
    const file = fileOf(`Name,Email,${columns}`, `Ada,ada@example.com,${times}`)
    expect(visitLines(await readingOf(file)).map((line) => line.split(' ').at(-1))).toEqual([
      '08:00:00-09:00:00',
      '13:00:00-17:00:00',
    ])
  })

  test('are named if their columns make no pairs', async () => {
    const times = ['8:00', '10:00', '9:00', '12:00', ''].map((time) => time && `${day} ${time}`)
    const file = fileOf(
      'Name,Email,In 1,In 2,Out 1,Out 2,Came back in,Seat in hall',
      `Ada,ada@example.com,${times},12`,
      `Ben,ben@example.com,${times.slice(0, 4)},11:00 AM,12`,
    )
    expect(await problemsOf(file)).toEqual([
      "The times under 'In 2', 'Out 2', 'Came back in' do not count: name such columns in pairs, 'Time In' and 'Time Out'.",
    ])
    expect(await problemsOf(fileOf(`${heading},Notes`, `${row('ada')},8:00 AM as usual`))).toEqual([])
  })
})

test('the times of another table beside the first one are nobody else’s', async () => {
  const table = 'Name,Email,In,Out'
  const times = `${day} 8:00 AM,${day} 12:00 PM`
  const file = fileOf(`${table},,${table}`, `Ada,ada@example.com,${times},,Ben,ben@example.com,${times}`)
  expect(visitLines(await readingOf(file))).toEqual(['Ada ada@example.com attendee 08:00:00-12:00:00'])
  expect(await problemsOf(file)).toEqual([
    "The times under 'In', 'Out' do not count: name such columns in pairs, 'Time In' and 'Time Out'.",
  ])
})

describe('the day of times without a date', () => {
  test('is under the date of signing in', async () => {
    const rows = ['02/09/2027,7:58 AM,02/09/2027,12:02 PM', '02/10/2027,7:58 AM,,12:02 PM']
    const reading = await readingOf(
      fileOf(
        'Name,Email,Sign-in Date,Sign-in Time,Sign-out Date,Sign-out Time',
        ...rows.map((each) => `Ada,ada@example.com,${each}`),
      ),
    )
    expect([reading.days, visitLines(reading)]).toEqual([
      ['2027-02-09', '2027-02-10'],
      Array(2).fill('Ada ada@example.com attendee 07:58:00-12:02:00'),
    ])
  })

  test.each([
    ['if times begin again in most rows', '8:00 AM,12:00 PM', /several days/],
    ['but not by one such row', '1:00 PM,5:00 PM', /^This file is read/],
  ])('is not one for pairs of columns %s', async (_, second, words) => {
    const file = fileOf(
      'Name,Email,In,Out,In,Out',
      `Ada,ada@example.com,8:00 AM,12:00 PM,${second}`,
      'Ben,ben@example.com,8:00 AM,12:00 PM,11:50 AM,1:00 PM',
      'Dana,dana@example.com,8:00 AM,10:00 AM,11:00 AM,12:00 PM',
      `Eve,eve@example.com,8:00 AM,12:00 PM,${second}`,
    )
    expect(await refusalOf(file, { zone: portalZone, day: '2027-02-09' })).toMatch(words)
  })

  test.each(['Day', 'Tues'])('is not one for all rows of several days: %s', async (word) => {
    const days = word === 'Day' ? ['Day 1', 'Day 2'] : ['Tuesday', 'Wednesday']
    const file = fileOf(`Session,${heading}`, ...days.map((each) => `${each},Ada,a@example.com,8:00,12:00`))
    expect(await refusalOf(file, { zone: portalZone, day: '2027-02-09' })).toMatch(/several days/)
  })
})

describe('a zone that nobody knows gives no time:', () => {
  test.each([
    ['EST in summer', '2027-03-20 8:00 AM EST', ''],
    ['EDT in winter', '2027-02-09 8:00 AM EDT', ''],
    ['PST in summer', '2027-07-20 8:00 AM PST', ''],
    ['a zone of its own column', '2027-02-09 8:00 AM', 'CET'],
  ])('%s', async (_, time, zone) => {
    const file = fileOf('Name,Email,Join,Left,Time Zone', `Ada,ada@example.com,${time},${time},${zone}`)
    const { visits } = await readingOf(file)
    expect(visits).toMatchObject([{ joinedAt: null, flaws: [{ code: 'no-zone' }, { code: 'no-zone' }] }])
    const chosen = await readingOf(file, { zone: portalZone, zoneWins: true })
    expect(visitLines(chosen)).toEqual(['Ada ada@example.com attendee 08:00:00-08:00:00'])
  })

  test.each([
    ['2027-03-20 8:00 AM EDT', '08:00:00'],
    ['2027-03-20 5:00 AM MST', '08:00:00'],
    ['2026-11-01 01:30 AM EST', '01:30:00'],
    ['2026-11-01 01:30 AM EDT', '01:30:00'],
  ])('%s is known', async (time, shown) => {
    const [line] = visitLines(
      await readingOf(fileOf('Name,Email,Join,Left', `Ada,a@example.com,${time},${time}`)),
    )
    expect(line).toContain(`${shown}-${shown}`)
  })
})

test.each(['Organiser', 'Co-organiser', 'Instructor', 'Moderator'])(
  '%s is a host, so an administrator decides about their hours',
  async (role) => {
    const { visits } = await readingOf(
      fileOf('Name,Email,Role,Time In,Time Out', row('eve', `,${role}`), row('ada', ',Student')),
    )
    expect(visits.map(({ role }) => role)).toEqual(['host', 'attendee'])
  },
)

test.each([
  ['09.02.2027 07:58', '09.02.2027 12:02'],
  ['9.2.27 7:58 a. m.', '9.2.27 12:02 p. m.'],
])('a date with dots has its day first: %s', async (join, leave) => {
  const reading = await readingOf(fileOf('Name,Email,Join,Left', `Ada,ada@example.com,${join},${leave}`))
  expect([reading.days, visitLines(reading)]).toEqual([
    ['2027-02-09'],
    ['Ada ada@example.com attendee 07:58:00-12:02:00'],
  ])
})
