import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EventSlotRow } from './events.ts'
import {
  focuses,
  getAllEvents,
  groupEvents,
  inPersonFocusId,
  logoOf,
  sidebarFocusIds,
  visibleSlots,
} from './events.ts'
import type { RegisteredEvent } from './registrations.ts'

function row(changes: Partial<EventSlotRow>): EventSlotRow {
  return {
    event_id: 1,
    event_name: 'Piston IA Renewal Series 2026',
    event_slot_id: 11,
    start_date: '10/03/2026',
    end_date: '11/03/2026',
    start_time: '08:00',
    end_time: '12:00',
    description: '{"eventLogoLink":"/logos/piston.png"}',
    videoLink: null,
    featured_sponsor_id: 5,
    focus_id: 2,
    focus_name: 'Piston',
    isEnabled: 1,
    speakers: [],
    sponsors: [],
    ...changes,
  }
}

function held(changes: Partial<RegisteredEvent>): RegisteredEvent {
  return {
    registrationId: 900,
    event_id: 1,
    event_slot_id: 11,
    joinURL: 'https://webinar.example.com/j/1',
    cert_link: null,
    hours: 0,
    focus: 'Piston',
    focus_id: 2,
    start_date: '10/03/2026',
    ...changes,
  }
}

test('the event types have the ids we fixed, the last is in person', () => {
  expect(focuses.map((focus) => [focus.focus_id, focus.focus_name])).toEqual([
    [1, 'Rotorcraft'],
    [2, 'Piston'],
    [3, 'Turbine'],
    [4, 'South Carolina'],
  ])
  expect(inPersonFocusId).toBe(4)
})

test('the submenus 0 to 3 are Piston, Turbine, Rotorcraft, South Carolina', () => {
  const names = sidebarFocusIds.map((id) => focuses.find((focus) => focus.focus_id === id)?.focus_name)
  expect(names).toEqual(['Piston', 'Turbine', 'Rotorcraft', 'South Carolina'])
})

describe('slot rows are grouped into events', () => {
  test('nothing gives nothing', () => {
    expect(groupEvents([], [])).toEqual([])
    expect(groupEvents([], [held({})])).toEqual([])
  })

  test('an event carries its own fields once and its slots in order', () => {
    const events = groupEvents(
      [row({}), row({ event_slot_id: 12, start_time: '13:00', end_time: '17:00' })],
      [],
    )
    expect(events).toEqual([
      {
        eventId: 1,
        eventName: 'Piston IA Renewal Series 2026',
        logo: '/logos/piston.png',
        videoLink: null,
        featuredSponsorId: 5,
        isEnabled: true,
        startDate: '10/03/2026',
        endDate: '11/03/2026',
        startYear: 2026,
        focus: 'Piston',
        focusId: 2,
        slots: [
          {
            slotId: 11,
            startDate: '10/03/2026',
            endDate: '11/03/2026',
            startTime: '08:00',
            endTime: '12:00',
            times: '8:00 AM - 12:00 PM Eastern',
            alreadyRegistered: false,
            joinUrl: null,
            certLink: null,
          },
          expect.objectContaining({ slotId: 12, times: '1:00 PM - 5:00 PM Eastern' }),
        ],
        speakers: [],
        sponsors: [],
      },
    ])
  })

  test('rows of events may come mixed', () => {
    const rows = [row({}), row({ event_id: 2, event_slot_id: 21 }), row({ event_slot_id: 12 })]
    expect(groupEvents(rows, []).map((event) => event.slots.map((slot) => slot.slotId))).toEqual([
      [11, 12],
      [21],
    ])
  })

  test('an event runs from the first day of any slot to the last of any', () => {
    const rows = [
      row({ start_date: '10/03/2026', end_date: '11/03/2026' }),
      row({ start_date: '30/12/2025', end_date: '01/01/2026' }),
      row({ start_date: '02/02/2026', end_date: '01/04/2026' }),
    ]
    expect(groupEvents(rows, [])).toMatchObject([
      { startDate: '30/12/2025', endDate: '01/04/2026', startYear: 2025 },
    ])
  })

  test('cards are sorted by start date, not by the letters of it', () => {
    const rows = ['01/04/2026', '31/03/2026', '02/02/2027', '15/12/2025'].map((start_date, index) =>
      row({ event_id: index, start_date, end_date: start_date }),
    )
    expect(groupEvents(rows, []).map((event) => event.startDate)).toEqual([
      '15/12/2025',
      '31/03/2026',
      '01/04/2026',
      '02/02/2027',
    ])
  })

  test('a closed event is not enabled', () => {
    expect(groupEvents([row({ isEnabled: 0 })], [])).toMatchObject([{ isEnabled: false }])
  })

  test('a registration marks its own slot with its join URL and certificate', () => {
    const rows = [row({}), row({ event_slot_id: 12 })]
    const registered = [
      held({ event_slot_id: 12, cert_link: '/download?certificate=x' }),
      held({ event_slot_id: 99 }),
    ]
    expect(groupEvents(rows, registered)[0]?.slots).toMatchObject([
      { slotId: 11, alreadyRegistered: false, joinUrl: null, certLink: null },
      {
        slotId: 12,
        alreadyRegistered: true,
        joinUrl: 'https://webinar.example.com/j/1',
        certLink: '/download?certificate=x',
      },
    ])
  })
})

describe('who holds a slot of an event sees only that one', () => {
  const rows = [row({}), row({ event_slot_id: 12 }), row({ event_slot_id: 13 })]

  test.each([
    ['nobody', [], [11, 12, 13]],
    ['the holder of the second', [held({ event_slot_id: 12 })], [12]],
    ['the holder of a slot elsewhere', [held({ event_slot_id: 21 })], [11, 12, 13]],
  ])('%s', (_who, registered, visible) => {
    const [event] = groupEvents(rows, registered)
    expect(event && visibleSlots(event).map((slot) => slot.slotId)).toEqual(visible)
  })
})

test.each([
  ['{"eventLogoLink":"/logos/a.png"}', '/logos/a.png'],
  ['{"eventLogoLink":""}', null],
  ['{"eventLogoLink":7}', null],
  ['{}', null],
  ['null', null],
  ['', null],
  ['not JSON', null],
])('the logo of the description %j is %j', (description, logo) => {
  expect(logoOf(description)).toBe(logo)
})

test.each([
  [{}, {}],
  [{ year: '2026' }, { year: 2026 }],
])('the events list takes %o', (query, parsed) => {
  expect(z.parse(getAllEvents.query as z.ZodMiniType, query)).toEqual(parsed)
})

test.each(['', '26', '0000', '0026', '20260', '2026x', 'All', 2026, ['2026']])(
  'the events list refuses the year %o',
  (year) => {
    expect(z.safeParse(getAllEvents.query as z.ZodMiniType, { year }).error?.issues).toMatchObject([
      { path: ['year'], message: 'A year has four digits' },
    ])
  },
)
