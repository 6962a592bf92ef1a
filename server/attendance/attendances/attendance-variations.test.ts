import { describe, expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { readingOf, visitLines } from '#test/attendance-files.ts'
import { preparedOf } from './attendance-preparing.ts'

// Files that say the same in another way, and files of programs that the portal does not know.

const day = '02/09/2027'
const heading = 'Name,Email,Time In,Time Out'
const ada = `Ada,ada@example.com,${day} 8:00 AM,${day} 12:00 PM`
const fileOf = (...lines: string[]) => `${lines.join('\n')}\n`
const times = async (file: string) => visitLines(await readingOf(file)).map((line) => line.split(' ').at(-1))

async function problemsOf(file: string) {
  return preparedOf(await readingOf(file)).described.problems.map(({ problem }) => problem)
}

describe('a zone is read', () => {
  const utc = `Ada,ada@example.com,${day} 13:00,${day} 17:00`

  test('beside each row of a log', async () => {
    const file = fileOf(
      'Name,Email,Action,Timestamp,Time Zone',
      `Ada,ada@example.com,Joined,${day} 13:00,UTC`,
      `Ada,ada@example.com,Left,${day} 17:00,UTC`,
    )
    expect(await times(file)).toEqual(['08:00:00-12:00:00'])
  })

  test.each(['Time Zone,UTC', 'All times are in UTC', '(All times in UTC)'])(
    'below a line about the place: %s',
    async (said) => {
      const { zone } = await readingOf(fileOf('Location,"Columbia, SC"', said, heading, utc))
      expect(zone).toBe('UTC')
    },
  )

  test.each([
    'Topic,Webinar ID\nTimes in UTC,992 8911 0036',
    'Topic\nAll times are in UTC',
    'Topic,Time Zone\nUTC,Eastern',
  ])('but no topic names it: %s', async (said) => {
    expect((await readingOf(fileOf(said, heading, ada))).zone).toBe(portalZone)
  })
})

describe('every pair of columns counts', () => {
  test.each([
    ['Begin', 'End'],
    ['Start Time', 'End Time'],
    ['Login', 'Logout'],
    ['Log In', 'Log Out'],
    ['In', 'Out'],
    ['Arrived', 'Departed'],
  ])('%s and %s', async (join, leave) => {
    const rows = [
      `Ada,ada@example.com,${day} 8:00,${day} 10:00,${day} 10:30,${day} 12:00`,
      `Ben,ben@example.com,${day} 8:05,${day} 10:00,${day} 10:35,${day} 12:00`,
    ]
    for (const [first, second] of [
      ['', ''],
      [' 1', ' 2'],
    ]) {
      const names = `Name,Email,${join}${first},${leave}${first},${join}${second},${leave}${second}`
      expect(await times(fileOf(names, ...rows))).toEqual([
        '08:00:00-10:00:00',
        '10:30:00-12:00:00',
        '08:05:00-10:00:00',
        '10:35:00-12:00:00',
      ])
    }
  })

  test.each([
    'Attendee Report\nName,Email,Time In 1,Time Out 1,Time In 2,Time Out 2',
    'Name,Email,Time In 1,Time Out 1,Time In 2,Time Out 2',
    'Name,Email,Join Time 1,Leave Time 1,Join Time 2,Leave Time 2',
  ])('also with words of Zoom: %s', async (columns) => {
    const file = fileOf(
      `${columns},Time in Session,Time Zone`,
      `Ada,ada@example.com,${day} 13:00,${day} 15:00,${day} 15:30,${day} 17:00,3:30,UTC`,
    )
    const reading = await readingOf(file)
    expect(reading.kind).toBe('list')
    expect(visitLines(reading).map((line) => line.split(' ').at(-1))).toEqual([
      '08:00:00-10:00:00',
      '10:30:00-12:00:00',
    ])
  })
})

test("Livestorm's report is none of GoTo Webinar", async () => {
  const file = fileOf(
    'First name,Last name,Email,Registration date,Attended,Joined at,Left at,Attendance duration (seconds),Role',
    'Eve,Desk,desk@example.com,2027-01-02 10:00:00 UTC,Yes,2027-02-09 12:50:00 UTC,2027-02-09 17:04:00 UTC,15240,Moderator',
    'Ada,Rivet,ada@example.com,2027-01-02 10:00:00 UTC,Yes,2027-02-09 12:58:00 UTC,2027-02-09 17:02:00 UTC,14640,Attendee',
    'Ben,Cowling,ben@example.com,2027-01-02 10:00:00 UTC,No,,,,Attendee',
  )
  const reading = await readingOf(file)
  expect(reading.kind).toBe('list')
  expect(reading.visits.map(({ role, status }) => `${role} ${status}`)).toEqual([
    'host present',
    'attendee present',
    'attendee absent',
  ])
  expect(reading.totals.map(({ minutes }) => minutes)).toEqual([254, 244])
})

describe('a sentence names a host whose times count', () => {
  const times = `${day} 8:00 AM,${day} 12:00 PM`
  const sentence = (said: string) =>
    `'${said}' seems to be a host, but the times count: delete the rows of those who held the event.`
  test.each([
    ['Type', 'Instructor', 'Attendee'],
    ['Attendee Type', 'Organizer', 'Attendee'],
    ['User Type', 'Event host', 'Attendee'],
    ['Registration Type', 'Staff', 'Member'],
    ['Category', 'Trainer', ''],
    ['Role', 'Teacher', 'Student'],
    ['Role', 'Host, Presenter', 'Attendee'],
    ['Permission', 'host', 'view'],
  ])("under '%s': %s", async (column, said, other) => {
    const file = fileOf(
      `${heading},${column}`,
      `Eve,desk@example.com,${times},"${said}"`,
      `Ada,ada@example.com,${times},${other}`,
    )
    expect(await problemsOf(file)).toEqual([sentence('Eve')])
  })

  test.each(['Host', 'Is Host', 'Organizer', 'Instructor?', 'Staff'])(
    "by a mark under '%s'",
    async (column) => {
      const file = fileOf(
        `${heading},${column}`,
        `Eve,desk@example.com,${times},Yes`,
        `Ada,ada@example.com,${times},No`,
      )
      expect(await problemsOf(file)).toEqual([sentence('Eve')])
    },
  )

  test.each(['Eve Desk (Host)', 'Eve Desk (Co-host, me)', '[Organizer] Eve Desk', 'Eve Desk - Instructor'])(
    'by the name %s',
    async (name) => {
      const file = fileOf(heading, `"${name}",desk@example.com,${times}`, ada)
      expect(await problemsOf(file)).toEqual([sentence(name)])
    },
  )

  test.each(['Instructor: Eve Desk', 'Host,Eve Desk', 'Organizer\nEve Desk'])(
    'whom a line names: %s',
    async (said) => {
      const file = fileOf(said, heading, `"Desk, Eve",desk@example.com,${times}`, ada)
      expect(await problemsOf(file)).toEqual([sentence('Desk, Eve')])
    },
  )

  test.each([
    ['Title', 'Instructor'],
    ['Company', 'Host Aviation'],
    ['Type', 'Piston'],
    ['Role', 'Presenter'],
    ['Instructor', 'Eve Desk'],
    ['Type', 'Staff of the hangar'],
  ])("but not '%s': %s", async (column, said) => {
    const file = fileOf(
      `${heading},${column}`,
      `Eve,desk@example.com,${times},${said}`,
      `Ada,ada@example.com,${times},`,
    )
    expect(await problemsOf(file)).toEqual([])
  })
})
