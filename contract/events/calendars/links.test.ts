import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { calendarLinks } from './links.ts'

const event = {
  eventName: 'Piston IA Renewal Series 2027',
  text: 'Join: https://webinar.example.com/j/1?a=b&c=d',
  location: 'Online',
}
const times = { startTime: '13:00', endTime: '17:00' } as const

test('Google and Outlook get every detail of an event', () => {
  const links = calendarLinks({ ...times, startOn: '2027-02-09', endOn: '2027-02-09' }, event)
  expect(read(links.google)).toEqual([
    'https://calendar.google.com/calendar/render',
    {
      action: 'TEMPLATE',
      text: event.eventName,
      dates: '20270209T130000/20270209T170000',
      ctz: 'America/New_York',
      details: event.text,
      location: 'Online',
    },
  ])
  expect(links.outlook.map(({ url }) => read(url))).toEqual([
    [
      'https://outlook.live.com/calendar/0/deeplink/compose',
      {
        path: '/calendar/action/compose',
        rru: 'addevent',
        subject: event.eventName,
        startdt: '2027-02-09T18:00:00Z',
        enddt: '2027-02-09T22:00:00Z',
        body: event.text,
        location: 'Online',
      },
    ],
  ])
})

describe('a series of two days is one entry at Google that recurs on the Eastern clock, and two at Outlook', () => {
  test.each<[string, PlainDate, PlainDate, string[]]>([
    ['in winter', '2027-02-09', '2027-02-10', ['2027-02-09T18:00:00Z', '2027-02-10T18:00:00Z']],
    [
      'while summer time begins',
      '2027-03-13',
      '2027-03-14',
      ['2027-03-13T18:00:00Z', '2027-03-14T17:00:00Z'],
    ],
    ['while summer time ends', '2026-10-31', '2026-11-01', ['2026-10-31T17:00:00Z', '2026-11-01T18:00:00Z']],
  ])('%s', (_, startOn, endOn, starts) => {
    const { google, outlook } = calendarLinks({ ...times, startOn, endOn }, event)
    const day = startOn.replaceAll('-', '')
    expect(read(google)[1]).toMatchObject({
      text: event.eventName,
      dates: `${day}T130000/${day}T170000`,
      ctz: 'America/New_York',
      recur: 'RRULE:FREQ=DAILY;COUNT=2',
    })
    expect(outlook.map(({ day }) => day.on)).toEqual([startOn, endOn])
    expect(outlook.map(({ url }) => read(url)[1].startdt)).toEqual(starts)
    expect(outlook.map(({ url }) => read(url)[1].subject)).toEqual([
      `${event.eventName}, day 1 of 2`,
      `${event.eventName}, day 2 of 2`,
    ])
  })
})

test.each([
  'a & b = c ? d # e',
  '1 + 1',
  '100 % "sure" <b>',
  '漢字 👩‍🔧',
  'two\r\nlines',
  '&dates=20200101/20200102',
])('text in a link stays text: %j', (hostile) => {
  const slot = { ...times, startOn: '2027-02-09', endOn: '2027-02-09' } as const
  const links = calendarLinks(slot, { eventName: hostile, text: hostile, location: hostile })
  const url = links.outlook[0]?.url
  const [, google] = read(links.google)
  expect([google.text, google.details, google.location]).toEqual([hostile, hostile, hostile])
  const [, outlook] = read(url)
  expect([outlook.subject, outlook.body, outlook.location]).toEqual([hostile, hostile, hostile])
  for (const link of [links.google, url]) expect(link).not.toMatch(/[\s+<>"']/)
})

/** Returns a link's page and fields as that page decodes them, with plus signs kept. */
function read(link = ''): [page: string, fields: Record<string, string>] {
  const [page = '', query = ''] = link.split('?')
  const fields = query.split('&').map((field) => field.split('=').map(decodeURIComponent))
  return [page, Object.fromEntries(fields)]
}
