import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { readCalendar as read } from '#test/calendars.ts'
import type { InvitedEntry } from './calendar-file.ts'
import { cancellation, invitation, publishedCalendar } from './calendar-file.ts'

const house = {
  publicUrl: 'https://portal.example.com',
  from: { name: 'Söhne, Inc.', address: 'events@example.com' },
}
const toldAt = new Date('2026-11-20T10:00:00Z')

const entry: InvitedEntry = {
  registrationId: 7,
  moves: 0,
  schedule: 0,
  eventName: 'Piston IA Renewal Series 2027',
  focusId: 2,
  focusName: 'Piston',
  venue: null,
  isInPerson: null,
  facts: null,
  joinCode: '00000000-0000-4000-8000-000000000007',
  startOn: '2027-02-09',
  endOn: '2027-02-10',
  startTime: '08:00',
  endTime: '12:00',
  breaks: [],
  firstName: 'Pat',
  lastName: "O'Brien",
  email: 'pat@example.com',
}

const joinUrl = `https://portal.example.com/join/7/${entry.joinCode}`

describe('an invitation', () => {
  test('has one event for each day, with the portal as organizer and the person as attendee', () => {
    const { filename, contentType, content } = invitation({ ...entry, moves: 3 }, house, toldAt)
    expect([filename, contentType]).toEqual([
      'registration.ics',
      'text/calendar; method=REQUEST; charset=utf-8',
    ])
    const [method, events] = read(content)
    expect(method).toBe('REQUEST')
    expect(events).toMatchObject([
      {
        uid: 'registration-7-day-1@portal.example.com',
        summary: 'Piston IA Renewal Series 2027, day 1 of 2',
      },
      {
        uid: 'registration-7-day-2@portal.example.com',
        summary: 'Piston IA Renewal Series 2027, day 2 of 2',
      },
    ])
    for (const event of events) {
      expect(event).toMatchObject({
        sequence: 3000,
        status: 'CONFIRMED',
        location: joinUrl,
        url: joinUrl,
        conference: joinUrl,
        alarms: ['-PT15M'],
        stamp: toldAt,
        organizer: ['mailto:events@example.com', 'Söhne, Inc.'],
        attendees: [['mailto:pat@example.com', "Pat O'Brien", 'ACCEPTED', 'FALSE']],
        description: [
          `Join: ${joinUrl}`,
          'Please log in 5 minutes early.',
          'Poll questions are required for credit.',
          'Your registration: https://portal.example.com/private/registered-events',
        ].join('\n'),
      })
    }
  })

  test.each<[string, PlainDate, PlainDate, string[]]>([
    ['in winter', '2027-02-09', '2027-02-09', ['2027-02-09T13:00Z']],
    ['in summer', '2027-07-09', '2027-07-09', ['2027-07-09T12:00Z']],
    ['while summer time begins', '2027-03-13', '2027-03-14', ['2027-03-13T13:00Z', '2027-03-14T12:00Z']],
    ['while summer time ends', '2026-10-31', '2026-11-01', ['2026-10-31T12:00Z', '2026-11-01T13:00Z']],
  ])('begins at 8:00 Eastern and takes four hours %s', (_, startOn, endOn, starts) => {
    const [, events] = read(invitation({ ...entry, startOn, endOn }, house, toldAt).content)
    expect(events.map(({ start }) => start)).toEqual(starts.map((start) => new Date(start)))
    for (const { start, end } of events) expect(end.getTime() - start.getTime()).toBe(4 * 3_600_000)
  })

  test.each<[string, Partial<InvitedEntry>, string]>([
    ['of a virtual event is the link to join', {}, joinUrl],
    ['of a virtual event with a venue is the link to join', { venue: 'Hangar 7' }, joinUrl],
    [
      'of an in-person event is its venue',
      { focusId: 4, venue: '1 Airport Blvd, Columbia; SC' },
      '1 Airport Blvd, Columbia; SC',
    ],
    [
      'of an in-person event without a venue is its region',
      { focusId: 4, focusName: 'South Carolina' },
      'South Carolina',
    ],
  ])('the location %s', (_, changes, location) => {
    const [, [event]] = read(invitation({ ...entry, ...changes }, house, toldAt).content)
    expect(event?.location).toBe(location)
  })

  test('has the ticket and lunch in person, no link to join, and reminds of the photo ID', () => {
    const breaks = [{ from: '12:00', to: '13:00', name: 'Lunch' }] as const
    const [, [event]] = read(invitation({ ...entry, focusId: 4, breaks }, house, toldAt).content)
    expect(event).toMatchObject({
      url: null,
      conference: null,
      description: [
        'Your ticket: https://portal.example.com/private/ticket/7',
        'Lunch 12:00 PM – 1:00 PM',
        'Please bring a photo ID.',
        'Your registration: https://portal.example.com/private/registered-events',
      ].join('\n'),
    })
  })
})

describe('hostile text stays text:', () => {
  test.each([
    [
      'a line that looks like another property',
      'A\r\nATTENDEE:mailto:x@example.com',
      'A ATTENDEE:mailto:x@example.com',
    ],
    ['text that ends the event', 'A\nEND:VEVENT\nBEGIN:VEVENT', 'A END:VEVENT BEGIN:VEVENT'],
    ['single carriage returns and tabs', 'A\rB\tC', 'A B C'],
    ['separators', 'A, B; C \\ D "E" ^n : F', 'A, B; C \\ D "E" ^n : F'],
    ['control characters', 'A\u0000B\u0007C\u007f\u0085D', 'A B C D'],
    ['line separators of Unicode', 'A\u2028B\u2029C', 'A B C'],
    ['long text with four bytes a character', '👩‍🔧'.repeat(50), '👩‍🔧'.repeat(50)],
    ['long right-to-left text', 'שלום '.repeat(40).trim(), 'שלום '.repeat(40).trim()],
  ])('%s', (_, text, shown) => {
    const hostile = { ...entry, endOn: entry.startOn, eventName: text, firstName: text, lastName: text }
    const { content } = invitation({ ...hostile, focusId: 4, venue: text }, house, toldAt)
    const [, events] = read(content)
    expect(events).toMatchObject([
      {
        summary: shown,
        location: shown,
        attendees: [['mailto:pat@example.com', `${shown} ${shown}`, 'ACCEPTED', 'FALSE']],
      },
    ])
    const lines = content.toString().split('\r\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/\p{Cc}/u)
      expect(line.isWellFormed()).toBe(true)
    }
  })
})

test('a backslash before an n is not a line break', () => {
  const [, [event]] = read(invitation({ ...entry, eventName: 'A\\nB' }, house, toldAt).content)
  expect(event?.summary).toBe('A\\nB, day 1 of 2')
})

describe('a cancellation', () => {
  test.each([
    [0, ['registration-7-day-1@portal.example.com', 'registration-7-day-2@portal.example.com']],
    [1, ['registration-7-day-2@portal.example.com']],
  ])('removes the days that are no longer held, keeping %i', (keptDays, uids) => {
    const canceled = cancellation({ ...entry, moves: 3 }, { keptDays, sequence: 4 }, house, toldAt)
    expect(canceled.contentType).toBe('text/calendar; method=CANCEL; charset=utf-8')
    const [method, events] = read(canceled.content)
    expect(method).toBe('CANCEL')
    expect(events.map(({ uid }) => uid)).toEqual(uids)
    for (const event of events) {
      expect(event).toMatchObject({
        sequence: 4,
        alarms: [],
        status: 'CANCELLED',
        organizer: ['mailto:events@example.com', 'Söhne, Inc.'],
        attendees: [['mailto:pat@example.com', "Pat O'Brien", 'ACCEPTED', 'FALSE']],
      })
    }
  })
})

describe('a published calendar', () => {
  const changedAt = new Date('2026-11-19T10:00:00Z')

  test('holds the days of all entries and invites nobody', () => {
    const other = { ...entry, registrationId: 8, moves: 1, endOn: entry.startOn, changedAt }
    const [method, events] = read(publishedCalendar([{ ...entry, changedAt }, other], house))
    expect(method).toBe('PUBLISH')
    expect(events.map(({ uid, sequence, stamp, attendees }) => [uid, sequence, stamp, attendees])).toEqual([
      ['registration-7-day-1@portal.example.com', 0, changedAt, []],
      ['registration-7-day-2@portal.example.com', 0, changedAt, []],
      ['registration-8-day-1@portal.example.com', 1000, changedAt, []],
    ])
  })

  test('has the same bytes as long as nothing changes, and is well-formed if empty', () => {
    const entries = [{ ...entry, changedAt }]
    expect(publishedCalendar(entries, house)).toEqual(publishedCalendar(entries, house))
    expect(read(publishedCalendar([], house))).toEqual(['PUBLISH', []])
    expect(publishedCalendar([], house).toString()).toContain('\r\nX-WR-CALNAME:Söhne\\, Inc.\r\n')
  })
})
