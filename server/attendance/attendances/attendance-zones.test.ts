import { describe, expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { marked, readingOf, visitLines } from '#test/attendance-files.ts'
import { zoneIn } from './attendance-zones.ts'

test.each([
  ['Eastern', 'America/New_York'],
  ['ET', 'America/New_York'],
  ['EST', 'America/New_York'],
  ['EDT', 'America/New_York'],
  ['US Eastern Time', 'America/New_York'],
  ['(GMT-5:00) Eastern Time (US and Canada)', 'America/New_York'],
  ['(UTC-06:00) Central Time (US & Canada)', 'America/Chicago'],
  ['Central Daylight Time', 'America/Chicago'],
  ['Mountain Time (Arizona)', 'America/Phoenix'],
  ['Pacific Standard Time', 'America/Los_Angeles'],
  ['Alaska', 'America/Anchorage'],
  ['Hawaii Time', 'Pacific/Honolulu'],
  ['America/Chicago', 'America/Chicago'],
  ['(GMT-06:00) America/Chicago', 'America/Chicago'],
  ['America/Chicago (CST)', 'America/Chicago'],
  ['UTC', 'UTC'],
  ['Coordinated Universal Time', 'UTC'],
  ['GMT-06:00', '-06:00'],
  ['UTC+1', '+01:00'],
  ['-0500', '-05:00'],
])('%j is the zone %s', (text, zone) => expect(zoneIn(text)).toBe(zone))

test.each([
  '',
  'Time',
  'local time',
  '24 hours',
  'Central European Time',
  'Pacific Bob',
  'service, PT 2',
  'Eastern or Central',
  'Mountain States',
  'Central Islip',
  'EST. 1987',
  'America/Nowhere',
  'Part PT',
  'Life limits and time in service, PT',
])('%j is no zone', (text) => expect(zoneIn(text)).toBe(undefined))

const rows = 'Ada,ada@example.com,02/09/2027 07:58:00 AM,02/09/2027 12:02:00 PM\n'
const heading = 'Name (original name),Email,Join time,Leave time'
const list = `${heading}\n${rows}`
const eastern = ['Ada ada@example.com attendee online 07:58:00-12:02:00']
const central = ['Ada ada@example.com attendee online 08:58:00-13:02:00']

describe('nobody believes a zone in what somebody typed:', () => {
  const table = (values: string, labels = 'Topic,Host name,ID,Notes,Actual start time') =>
    `${labels}\n${values},"Feb 09, 2027 07:50 AM"\n\n`
  test.each([
    ['a topic', table('"Life limits and time in service, PT 2",Desk,992 8911 0036,')],
    ['a topic that begins like a label', table('Start time (PT),Desk,992 8911 0036,')],
    ['a topic that is a label', table('Time Zone: Pacific,Desk,992 8911 0036,')],
    ['a topic that is a sentence', table('All times are in PT,Desk,992 8911 0036,')],
    ['a topic behind its label', 'Topic,All times are in PT\nMeeting Title,Time Zone: Central\n'],
    ['a topic under its label', 'Topic\nAll times are in PT\n'],
    ["a host's name", table('Piston,Eastern Pacific,992 8911 0036,')],
    ['a host behind a label', 'Host:,Time Zone: Pacific\n'],
    ['a note', table('Piston,Desk,992 8911 0036,Times in Pacific')],
    ['a title', 'Start (PT) of the season\nTime in Mountain States\nTimes in PT\n'],
    [
      'an organization',
      table('Piston,Desk,992 8911 0036,PT', 'Topic,Department,ID,Organization,Actual start time'),
    ],
  ])('%s', async (_, above) => {
    for (const file of [marked(above + list), `${above}${list}`]) {
      const open = await readingOf(file, {})
      expect([open.zone, open.zoneFrom]).toEqual([null, 'nobody'])
      expect(visitLines(await readingOf(file))).toEqual(eastern)
    }
  })
})

describe('a zone is believed in', () => {
  test.each([
    ['the heading of the times', list.replace('Join time', 'Join time (CST)')],
    ['words behind the heading', list.replace('Leave time', 'Leave time - Central Time')],
    ['a field with its label', `Time Zone,"(GMT-06:00) Central Time (US and Canada)"\n${list}`],
    ['a field in a table', `Topic,Time Zone,ID\nPiston,Central,992 8911 0036\n${list}`],
    [
      'the label of the start',
      `Topic,ID,Actual start time (CST)\nPiston,992 8911 0036,02/09/2027 06:50 AM\n${list}`,
    ],
    [
      'the time of the start',
      `Topic,ID,Actual start time\nPiston,992 8911 0036,"Feb 09, 2027 06:50 AM CST"\n${list}`,
    ],
    ['a line about all times', `All times are shown in Central Time.\n${list}`],
  ])('%s', async (_, file) => {
    const reading = await readingOf(file)
    expect([reading.zone, reading.zoneFrom, visitLines(reading)]).toEqual([
      'America/Chicago',
      'file',
      central,
    ])
  })
})

describe('a zone that the sender has chosen for all times wins over', () => {
  const chosen = { zone: 'America/Chicago', zoneWins: true }
  test.each([
    ['the heading', list.replace('Join time', 'Join time (UTC)').replace('Leave time', 'Leave time (UTC)')],
    ['a field', `Time Zone,Pacific\n${list}`],
    ['each time', list.replaceAll('AM', 'AM PST').replaceAll('PM', 'PM PST')],
    ['an offset', `${heading}\nAda,ada@example.com,2027-02-09T07:58:00Z,2027-02-09T12:02:00+01:00\n`],
    [
      'a column of zones',
      `Name,Email,Time Zone,Join Time,Leave Time\n${rows.replace('.com,', '.com,Pacific,')}`,
    ],
    ['nothing', list],
  ])('%s', async (_, file) => {
    const reading = await readingOf(file, chosen)
    expect([reading.zone, reading.zoneFrom]).toEqual(['America/Chicago', 'caller'])
    expect(visitLines(reading)[0]).toContain('08:58:00-13:02:00')
    expect((await readingOf(file, { zone: portalZone, zoneWins: false })).zoneFrom).not.toBe('nobody')
  })
})
