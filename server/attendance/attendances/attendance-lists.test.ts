import { describe, expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { readingOf, refusalOf, totalLines, unicodeText, visitLines } from '#test/attendance-files.ts'
import { workbookOf } from '#test/workbooks.ts'
import type { Reading } from './attendance-reading.ts'

const ada = 'Ada ada@example.com attendee 07:58:00-12:02:00'

describe('the times in a list may be under', () => {
  test.each([
    ['Join Time', 'Leave Time'],
    ['Join', 'Left'],
    ['Joined', 'Left at'],
    ['Time In', 'Time Out'],
    ['Sign In', 'Sign Out'],
    ['Sign-in time', 'Sign-out time'],
    ['Signed in', 'Signed out'],
    ['Arrival', 'Departure'],
    ['Arrived', 'Departed'],
    ['Time of arrival', 'Time of departure'],
    ['Check-in', 'Check-out'],
    ['Checked In At', 'Checked Out At'],
    ['IN', 'OUT'],
    ['From', 'To'],
    ['Entry', 'Exit'],
    ['Entered', 'Exited'],
    ['Login', 'Logout'],
    ['Log in', 'Log out'],
    ['Clock In', 'Clock Out'],
    ['Badge In', 'Badge Out'],
    ['Scan In', 'Scan Out'],
    ['First join', 'Last leave'],
    ['Time joined', 'Time exited'],
    ['AM In', 'PM Out'],
    ['Arrived', 'Left'],
    ['Actual Join Time', 'Actual Leave Time'],
    ['Start', 'End'],
  ])('%s and %s', async (join, leave) => {
    const rows = `Ada,ada@example.com,02/09/2027 7:58 AM,02/09/2027 12:02 PM\nBen,ben@example.com,02/09/2027 8:00 AM,02/09/2027 12:00 PM\n`
    const reading = await readingOf(
      `No,Display Name,E-mail,${join},${leave}\n${rows.replaceAll(/^/gm, '1,')}`,
    )
    expect(withoutMedium(reading)).toBe(ada)
    const turned = await readingOf(
      `Name,Email,${leave},${join}\nAda,ada@example.com,02/09/2027 12:02 PM,02/09/2027 7:58 AM\n`,
    )
    expect(withoutMedium(turned)).toBe(ada)
  })

  test('several pairs of columns, with a break between them', async () => {
    const reading = await readingOf(
      `Name,Email,Time In,Lunch Out,Lunch In,Time Out
Ada,ada@example.com,02/09/2027 8:00,02/09/2027 11:58,02/09/2027 13:01,02/09/2027 17:00
Ben,ben@example.com,02/09/2027 8:00,02/09/2027 12:00,,
`,
    )
    expect(visitLines(reading)).toEqual([
      'Ada ada@example.com attendee 08:00:00-11:58:00',
      'Ada ada@example.com attendee 13:01:00-17:00:00',
      'Ben ben@example.com attendee 08:00:00-12:00:00',
    ])
  })
})

describe('times of twelve hours without AM or PM go forward in a row', () => {
  test.each([
    ['1h00,5h00', '13:00:00-17:00:00'],
    ['01h00,05h00', '01:00:00-05:00:00'],
  ])('as %s', async (times, shown) => {
    const [line] = visitLines(
      await readingOf(`Date,Name,Email,In,Out\n2/9/2027,Ada,ada@example.com,${times}\n`),
    )
    expect(line).toContain(shown)
  })

  test.each([
    ['in two pairs of columns', 'Date,Name,Email,AM In,AM Out,PM In,PM Out', '8:00,12:00,1:00,5:00', 2],
    [
      'with lunch at eleven',
      'Date,Name,Email,Time In,Lunch Out,Lunch In,Time Out',
      '7:58,11:00,12:00,4:30',
      2,
    ],
    ['in one pair', 'Date,Name,Email,Time In,Time Out', '8:00,5:00', 1],
    ['around noon', 'Date,Name,Email,Time In,Time Out', '12:00,5:00', 1],
    ['under an American zone', 'Date,Name,Email,Time In (ET),Time Out (ET)', '1:00,5:00', 1],
  ])('%s', async (_, heading, times, visits) => {
    const shown = visitLines(await readingOf(`${heading}\n2/9/2027,Ada,ada@example.com,${times}\n`))
    const late = { '1:00': '13:00', '5:00': '17:00', '4:30': '16:30' } as Record<string, string>
    const expected = times.split(',').map((time) => `${(late[time] ?? time).padStart(5, '0')}:00`)
    expect(shown.map((line) => line.split(' ').at(-1))).toEqual(
      [expected.slice(0, 2).join('-'), expected.slice(2).join('-')].slice(0, visits),
    )
  })

  test('and from a row to the next, as nobody is there at one in the morning', async () => {
    const row = (times: string) => `2/9/2027,Ada,ada@example.com,${times}\n`
    const heading = 'Date,Name,Email,Time In,Time Out\n'
    const here = visitLines(await readingOf(heading + row('8:00,12:00') + row('1:00,4:30')))
    expect(here[1]).toMatch(/13:00:00-16:30:00$/)
    const west = { zone: 'America/Los_Angeles' }
    const there = visitLines(await readingOf(heading + row('5:00,9:00') + row('10:00,2:00'), west))
    expect(there.map((line) => line.slice(-17))).toEqual(['08:00:00-12:00:00', '13:00:00-17:00:00'])
  })

  test('in the numbers of a workbook', async () => {
    const heading = ['Date', 'Name', 'Email', 'In', 'Out']
    const rows = [heading, [46_427, 'Ada', 'ada@example.com', 8 / 24, 5 / 24]]
    expect(visitLines(await readingOf(workbookOf({ List: rows })))[0]).toMatch(/08:00:00-17:00:00$/)
  })

  test.each([
    ['one of them has AM or PM', '8:00,5:00', '8:00 AM,12:00 PM'],
    ['one of them is after twelve', '8:00,5:00', '8:00,13:00'],
    ['they have zeros before them', '8:00,5:00', '08:00,12:00'],
    ['they have zeros before them, without colons', '800,500', '0800,1200'],
    ['the stay would be too long', '6:30,5:00', '8:00,12:00'],
    ['the stay would end in the evening', '10:00,9:30', '8:00,12:00'],
    ['they are swapped', '12:00,8:00', '8:00,12:00'],
    ['they are swapped, to the minute', '11:58,7:55', '7:58,12:00'],
  ])('but not if %s', async (_, times, others) => {
    const row = (name: string, each: string) => `2/9/2027,${name},${name}@example.com,${each}\n`
    const file = `Date,Name,Email,Time In,Time Out\n${row('ada', times)}${row('ben', others)}`
    const { visits } = await readingOf(file)
    expect(visits[0]?.flaws).toMatchObject([{ code: 'left-before-joined' }])
  })
})

test.each([
  ['5:55,10:00', portalZone, '05:55:00-10:00:00'],
  ['5:45,11:00', portalZone, '05:45:00-11:00:00'],
  ['0545,1100', portalZone, '05:45:00-11:00:00'],
  ['6:45,12:00', 'America/Puerto_Rico', '05:45:00-11:00:00'],
  ['5:50,6:02', portalZone, '05:50:00-06:02:00'],
  ['4:59,5:02', portalZone, '16:59:00-17:02:00'],
])('times of twelve hours are in the afternoon before five only: %s in %s', async (times, zone, shown) => {
  const file = `Date,Name,Email,Time In,Time Out\n2/9/2027,Ada,ada@example.com,${times}\n`
  const [line] = visitLines(await readingOf(file, { zone }))
  expect(line?.split(' ').at(-1)).toBe(shown)
})

describe('times with a zone are as written, if it is named by', () => {
  const [join, leave] = ['2027-02-10 1:00', '2027-02-10 5:01']
  test.each([
    ['the cells', `Join Time,Leave Time,Note\nAda,${join} UTC,${leave} UTC,`],
    ['their offsets', `Join Time,Leave Time,Note\nAda,${join} GMT+0,${leave} GMT+0,`],
    ['their headings', `Join Time (UTC),Leave Time (UTC),Note\nAda,${join},${leave},`],
    ['one of their headings', `Join Time (UTC),Leave Time,Note\nAda,${join},${leave},`],
    ['a column', `Join Time,Leave Time,Time Zone\nAda,${join},${leave},UTC`],
  ])('%s', async (_, rows) => {
    const { visits } = await readingOf(`Name,${rows}\n`)
    expect(visits).toMatchObject([
      { joinedAt: new Date('2027-02-10T01:00Z'), leftAt: new Date('2027-02-10T05:01Z'), flaws: [] },
    ])
  })
})

/** Google Meet's own columns say that a person was online. */
function withoutMedium(reading: Reading) {
  return visitLines(reading)[0]?.replace(' online', '')
}

describe('a time without a date has the day', () => {
  const rows = 'Ada,ada@example.com,7:58 AM,12:02 PM\n'
  const heading = 'Name,Email,Time In,Time Out\n'

  test.each([
    ['of a column with dates', `Date,${heading}02/09/2027,${rows}`],
    ['of a column behind it', `${heading.trim()},Session Date\n${rows.trim()},"Tuesday, February 9, 2027"\n`],
    [
      'of the row above, if the date is written once',
      `Date,${heading}02/09/2027,Ben,b@example.com,8:00,9:00\n,${rows}`,
    ],
    ['of its heading', `Name,Email,In 02/09/2027,Out 02/09/2027\n${rows}`],
    ['of the time of joining', `${heading}Ada,ada@example.com,2027-02-09 07:58,12:02 PM\n`],
  ])('%s', async (_, list) => {
    const reading = await readingOf(list)
    expect(visitLines(reading).at(-1)).toBe(ada)
    expect([reading.dayFrom, reading.day, reading.days]).toEqual(['times', null, ['2027-02-09']])
  })

  test.each([
    ['a labeled line', 'Date:,02/09/2027\n\n'],
    ['a label with its value', 'Class date: Feb 9, 2027\n'],
    ['a title', 'Sign-in sheet of Piston Day 1, 02/09/2027\n'],
    ['a title with commas', 'Piston Day 1\nTuesday, February 9, 2027\n'],
    ['a title with a place', 'Marriott 12, Feb 9, 2027\n'],
    ['a title with a name', 'Mayfield 3, Feb 9, 2027\n'],
    ['a title with a room', 'Deck 5, Feb 9, 2027\n'],
    ['a title with another number', 'Piston: decision 3, Feb 9, 2027\n'],
    ['a title with a month', 'Piston of February 2027, Feb 9, 2027\n'],
    ['a day that is written twice', 'Feb 9 (Feb 9, 2027)\n'],
    ['a day that is both the first and the last', '"Feb 9th, 2027 - Feb 9th"\n'],
    ['a day with a deadline', 'Date:,"Feb 9, 2027 (March 31 deadline)"\n'],
    ['a start time', 'Start Time,"Feb 09, 2027 07:50 AM"\nReport generated,"Feb 12, 2027 08:00 AM"\n'],
  ])('of a line above: %s', async (_, above) => {
    const reading = await readingOf(`${above}${heading}${rows}`)
    expect(visitLines(reading)).toEqual([ada])
    expect([reading.dayFrom, reading.day]).toEqual(['file', '2027-02-09'])
  })

  test.each([
    ['nothing', ''],
    ['two days', 'Piston, 02/09/2027 and 02/10/2027\n'],
    ['two days with one year', 'Piston, Feb 9 - Feb 10, 2027\n'],
    ['two days of a month with four letters', 'Piston, Sept. 9 - Sep 10, 2027\n'],
    ['a day that does not exist', 'Piston, Feb 9, 2027 - Feb 30, 2027\n'],
    ['only when it was printed', 'Printed 02/12/2027\n'],
  ])('that its sender chooses, if lines above name %s', async (_, above) => {
    const open = await readingOf(`${above}${heading}${rows}`)
    expect([open.dayFrom, open.day, open.days]).toEqual(['nobody', null, []])
    expect(open.visits[0]?.flaws).toMatchObject([{ code: 'no-day' }, { code: 'no-day' }])
    const chosen = await readingOf(`${above}${heading}${rows}`, { zone: portalZone, day: '2027-02-09' })
    expect([chosen.dayFrom, chosen.day, visitLines(chosen)]).toEqual(['caller', '2027-02-09', [ada]])
  })

  test('that its sender chooses, whatever a line above names', async () => {
    const chosen = await readingOf(`02/12/2020\n${heading}${rows}`, { zone: portalZone, day: '2027-02-09' })
    expect([chosen.dayFrom, visitLines(chosen), chosen.days]).toEqual(['caller', [ada], ['2027-02-09']])
  })

  test('and of somebody who left after midnight the next one', async () => {
    const reading = await readingOf(
      `Date,${heading}02/09/2027,Ada,ada@example.com,10:00 PM,12:30 AM\n02/09/2027,Ben,b@example.com,9:00 AM,8:00 AM\n`,
    )
    expect(reading.visits[0]).toMatchObject({ leftAt: new Date('2027-02-10T05:30:00Z'), flaws: [] })
    expect(reading.visits[1]?.flaws).toMatchObject([{ code: 'left-before-joined' }])
  })

  test.each([
    [
      'columns',
      'Name,Email,Day 1 In,Day 1 Out,Day 2 In,Day 2 Out\nAda,ada@example.com,8:00,12:00,8:00,12:00\n',
    ],
    ['tables', `Day 1\n${heading}${rows}Day 2\n${heading}${rows}`],
  ])('of no other day: several days in %s are refused', async (_, list) => {
    for (const day of [undefined, '2027-02-09'] as const) {
      expect(await refusalOf(list, { zone: portalZone, day })).toMatch(
        /^The times in this file have no dates, and .*several days: upload each day/,
      )
    }
  })
})

describe('dates have their day first', () => {
  const list = (...days: string[]) =>
    `Name,Email,Birthday,Join,Left\n${days.map((day) => `Ada,ada@example.com,25/12/1970,${day} 08:00,${day} 12:00\n`).join('')}`

  test.each([
    [
      ['05/02/2027', '25/02/2027'],
      ['2027-02-05', '2027-02-25'],
    ],
    [
      ['05.02.2027', '25.02.2027'],
      ['2027-02-05', '2027-02-25'],
    ],
    [
      ['5-2-27', '25-2-27'],
      ['2027-02-05', '2027-02-25'],
    ],
  ])('if one of %j cannot be read otherwise', async (written, days) => {
    expect((await readingOf(list(...written))).days).toEqual(days)
  })

  test('but not by a date of anything else, or if another one has its month first', async () => {
    expect((await readingOf(list('05/02/2027'))).days).toEqual(['2027-05-02'])
    const mixed = await readingOf(list('05/02/2027', '25/02/2027', '02/25/2027'))
    expect([mixed.days, mixed.visits.map(({ flaws }) => flaws.length)]).toEqual([
      ['2027-02-25', '2027-05-02'],
      [0, 2, 0],
    ])
  })

  test('in a column of dates, too', async () => {
    const reading = await readingOf(
      'Date,Name,Email,In,Out\n05/02/2027,Ada,a@example.com,8:00,12:00\n25/02/2027,Ada,a@example.com,8:00,12:00\n',
    )
    expect(reading.days).toEqual(['2027-02-05', '2027-02-25'])
  })
})

describe('a text for Excel is the text itself', () => {
  test.each([
    ['a time', 'Name,Email,Date,Time In,Time Out\nAda,ada@example.com,="02/09/2027",="07:58",="12:02 PM"\n'],
    [
      'every cell',
      '="Name";="Email";="Join Time";="Leave Time"\n="Ada";="ada@example.com";="2027-02-09 07:58";="2027-02-09 12:02"\n',
    ],
    [
      'a text in quotation marks',
      'Name,Email,Join Time,Leave Time\nAda,ada@example.com,"=""Feb 9, 2027 7:58 AM""","=""Feb 9, 2027 12:02 PM"""\n',
    ],
    [
      'a text with a comma',
      'Name,Email,Join Time,Leave Time\nAda,ada@example.com,="Feb 9, 2027 7:58 AM",="Feb 9, 2027 12:02 PM"\n',
    ],
    [
      'an apostrophe',
      "Name,Email,Join Time,Leave Time\nAda,ada@example.com,'2027-02-09 07:58,'2027-02-09 12:02\n",
    ],
  ])('%s', async (_, list) => {
    for (const bytes of [Buffer.from(list), unicodeText(list)]) {
      expect(visitLines(await readingOf(bytes))).toEqual([ada])
    }
  })

  test('in a workbook', async () => {
    const rows = [
      ['Name', 'Email', 'Join Time', 'Leave Time'],
      ['Ada', 'ada@example.com', '="2027-02-09 07:58"', "'2027-02-09 12:02"],
    ]
    expect(visitLines(await readingOf(workbookOf({ List: rows })))).toEqual([ada])
  })

  test('a mark that is never closed swallows no other cell', async () => {
    const reading = await readingOf(
      'Name,Email,Join Time,Leave Time\n="Ada,ada@example.com,2027-02-09 07:58,2027-02-09 12:02\n',
    )
    expect(reading.visits).toMatchObject([{ email: 'ada@example.com', flaws: [] }])
  })
})

describe('in a workbook,', () => {
  const [day, in758, out902, in903, out1202] = [
    46_427, 0.331944444444444, 0.376388888888889, 0.377083333333333, 0.501388888888889,
  ]

  test('dates and times of day are numbers', async () => {
    const reading = await readingOf(
      workbookOf({
        List: [
          ['Date', 'Name', 'Email', 'In', 'Out'],
          [day, 'Ada', 'ada@example.com', in758, out1202],
        ],
      }),
    )
    expect([visitLines(reading), reading.days]).toEqual([[ada], ['2027-02-09']])
  })

  test('the value of merged cells belongs to all of their rows', async () => {
    const heading = ['Date', 'Name', 'Email', 'Join Time', 'Leave Time']
    const workbook = workbookOf(
      {
        List: [
          ['Piston Day 1'],
          heading,
          [day, 'Ada', 'ada@example.com', in758, out902],
          ['', '', '', in903, out1202],
          ['', 'Ben', 'ben@example.com', in758, out1202],
        ],
      },
      { merged: ['A1:E1', 'A3:A5', 'B3:B4', 'C3:C4'] },
    )
    expect(visitLines(await readingOf(workbook))).toEqual([
      'Ada ada@example.com attendee 07:58:00-09:02:00',
      'Ada ada@example.com attendee 09:03:00-12:02:00',
      'Ben ben@example.com attendee 07:58:00-12:02:00',
    ])
  })

  test('cells that are merged to the end of the sheet are no obstacle', async () => {
    const rows = [
      ['Name', 'Email', 'Join Time', 'Leave Time'],
      ['Ada', 'ada@example.com', day + in758, day + out1202],
    ]
    const workbook = workbookOf({ List: rows }, { merged: ['F2:F1048576', 'A2:A1048576', 'ZZZZ1:B2', ''] })
    expect(visitLines(await readingOf(workbook))).toEqual([ada])
  })

  test('sheets of several days without dates are refused', async () => {
    const rows = [
      ['Name', 'Email', 'In', 'Out'],
      ['Ada', 'ada@example.com', in758, out1202],
    ]
    expect(await refusalOf(workbookOf({ 'Day 1': rows, 'Day 2': rows }))).toMatch(/several days/)
    const named = await readingOf(workbookOf({ '2-9-2027': rows, '2-10-2027': rows }))
    expect(named.days).toEqual(['2027-02-09', '2027-02-10'])
  })
})

test.each(['N/A', '#N/A', 'na', 'None', 'guest', ''])('%j is nobody’s id or email', async (none) => {
  const { visits } = await readingOf(
    `Name,Registrant ID,Email,Join,Left\nAda,${none},${none},2027-02-09 08:00,2027-02-09 12:00\n`,
  )
  expect(visits).toMatchObject([{ registrantId: null, email: null, flaws: [] }])
})

test('a list may state minutes, if it says that they are minutes', async () => {
  const list = (heading: string, duration: string) =>
    readingOf(
      `Name,Email,Join,Left,${heading}\nAda,ada@example.com,2027-02-09 08:00,2027-02-09 12:00,${duration}\n`,
    )
  for (const [heading, duration, totals] of [
    ['Duration (minutes)', '64', ['ada@example.com 64']],
    ['Minutes', '64', ['ada@example.com 64']],
    ['Duration', '1 h 4 min', ['ada@example.com 64']],
    ['Duration', '1:04:00', ['ada@example.com 64']],
    ['Duration', '4', []],
    ['Hours', '4', []],
  ] as const) {
    expect(totalLines(await list(heading, duration))).toEqual(totals)
  }
})
