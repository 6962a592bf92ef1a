import { describe, expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { readingOf, refusalOf, visitLines } from '#test/attendance-files.ts'
import { workbookOf } from '#test/workbooks.ts'

// Hand-kept lists say the day of people's rows in many places.

const heading = 'Name,Email,Time In,Time Out'
const ada = 'Ada,ada@example.com,8:00 AM,12:00 PM'
const ben = 'Ben,ben@example.com,8:00 AM,10:00 AM'
const fileOf = (...lines: string[]) => `${lines.join('\n')}\n`
const chosen = { zone: portalZone, day: '2027-02-09' } as const

describe('a line between the rows of a list tells the day of the rows below it:', () => {
  test.each([
    ['02/09/2027', '02/10/2027'],
    ['"Tuesday, February 9, 2027"', '"Wednesday, February 10, 2027"'],
    ['Day 1 - Feb 9 2027', 'Day 2 - Feb 10 2027'],
    ['Date: 2/9/27', 'Date: 2/10/27'],
    ['Date:,2/9/27', 'Date:,2/10/27'],
  ])('%s and %s', async (first, second) => {
    for (const above of [`${first}\n${heading}`, `${heading}\n${first}`]) {
      const reading = await readingOf(fileOf(above, ada, second, ben))
      expect([reading.days, reading.dayFrom]).toEqual([['2027-02-09', '2027-02-10'], 'file'])
      expect(visitLines(reading)).toEqual([
        'Ada ada@example.com attendee 08:00:00-12:00:00',
        'Ben ben@example.com attendee 08:00:00-10:00:00',
      ])
      expect(reading.visits.map(({ joinedAt }) => joinedAt?.getUTCDate())).toEqual([9, 10])
    }
  })

  test('in a workbook, as a number', async () => {
    const rows = [heading.split(','), [46_427], ada.split(','), [46_428], ben.split(',')]
    expect((await readingOf(workbookOf({ List: rows }))).days).toEqual(['2027-02-09', '2027-02-10'])
  })

  test.each([
    ['Day 1', 'Day 2'],
    ['Tuesday', 'Wednesday'],
    ['Tue 2/9', 'Wed 2/10'],
    ['Feb 9', 'Feb 10'],
    ['Day One', 'Day Two'],
  ])('without a date they are several days: %s and %s', async (first, second) => {
    for (const above of [`${first}\n${heading}`, `${heading}\n${first}`]) {
      expect(await refusalOf(fileOf(above, ada, second, ben), chosen)).toMatch(/several days/)
    }
  })

  test('a day without a date is not the one of the title', async () => {
    const file = fileOf('Piston, Feb 9, 2027', heading, ada, 'Day 2', ben)
    expect((await readingOf(file)).dayFrom).toBe('nobody')
    expect(await refusalOf(file, chosen)).toMatch(/several days/)
  })

  test('but no row with times', async () => {
    const times = `${'02/10/2027 8:00'},${'02/10/2027 9:00'}`
    const reading = await readingOf(fileOf('Date: 02/09/2027', heading, ada, `,,${times}`, ben))
    expect(reading.visits.map(({ joinedAt }) => joinedAt?.getUTCDate())).toEqual([9, 10, 9])
  })

  test.each(['Page 1 of 2', 'Printed 02/12/2027', 'Hangar 7', 'Sun Lee'])('but not %s', async (line) => {
    const reading = await readingOf(fileOf('Date: 02/09/2027', heading, ada, line, ben))
    expect(reading.days).toEqual(['2027-02-09'])
  })
})

describe('pairs of columns under days without a year are of several days:', () => {
  const rows = ['Ada,ada@example.com,8:00 AM,12:00 PM,,', 'Ben,ben@example.com,,,8:00 AM,10:00 AM']
  test.each([
    'Name,Email,2/9 In,2/9 Out,2/10 In,2/10 Out',
    'Name,Email,In (2/9),Out (2/9),In (2/10),Out (2/10)',
    ',,2/9,,2/10,\nName,Email,In,Out,In,Out',
    ',,Feb 9,,Feb 10,\nName,Email,In,Out,In,Out',
    ',,Tue Feb. 9,,Wed Feb. 10,\nName,Email,In,Out,In,Out',
  ])('%s', async (columns) => {
    expect(await refusalOf(fileOf(columns, ...rows), chosen)).toMatch(/several days/)
  })
})

describe('a column of sessions tells several days:', () => {
  test.each([
    ['Session', '02/09/2027', '02/10/2027'],
    ['Session', 'Tue 2/9', 'Wed 2/10'],
    ['Class', '2/9', '2/10'],
    ['Event', 'Piston 2/9/2027', 'Piston 2/10/2027'],
    ['Part', 'Day One', 'Day Two'],
  ])('%s %s and %s', async (column, first, second) => {
    const file = fileOf(`${column},${heading}`, `${first},${ada}`, `${second},${ben}`)
    expect(await refusalOf(file, chosen)).toMatch(/several days/)
  })

  test.each([
    ['Session', '1', '2'],
    ['Member since', '03/01/2019', '04/01/2019'],
    ['Event', 'Piston', 'Turbine 24/7'],
  ])('but not %s %s and %s', async (column, first, second) => {
    const file = fileOf(`${column},${heading}`, `${first},${ada}`, `${second},${ben}`)
    expect((await readingOf(file, chosen)).days).toEqual(['2027-02-09'])
  })
})

test('rows of a person that overlap, without dates, have a sentence', async () => {
  const sentence =
    "The times have no dates, and rows of 'Ada' overlap, first in line 3: if they are of several days, add a column with the date."
  const later = 'Ada,ada@example.com,9:00 AM,12:00 PM'
  expect((await readingOf(fileOf(heading, ada, later, ben), chosen)).notes).toEqual([sentence])
  expect((await readingOf(fileOf('02/09/2027', heading, ada, '', later, ben))).notes).toEqual([
    sentence.replace('line 3', 'line 5'),
  ])
  const next = 'Ada,ada@example.com,12:00 PM,1:00 PM'
  expect((await readingOf(fileOf(heading, ada, ada, next, ben), chosen)).notes).toBeUndefined()
})
