import { describe, expect, test } from 'vitest'
import type { EventSlot } from '#contract/events/events/calls.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { closedWords, slotRefusal, visibleSlots } from '#web/events/slots/offered-slots.ts'
import { groupEvents } from './grouped-events.ts'

function row(changes: Partial<EventSlot>): EventSlot {
  return {
    eventId: 1,
    eventName: 'Piston IA Renewal Series 2026',
    eventSlotId: 11,
    startOn: '2026-03-10',
    endOn: '2026-03-11',
    startTime: '08:00',
    endTime: '12:00',
    breaks: [],
    description: '{"eventLogoLink":"/logos/piston.png"}',
    videoLink: null,
    venue: null,
    isInPerson: null,
    facts: null,
    featuredSponsorId: 5,
    focusId: 2,
    focusName: 'Piston',
    isEnabled: true,
    isOpen: true,
    capacity: null,
    seatsLeft: null,
    speakers: [],
    sponsors: [],
    ...changes,
  }
}

function held(changes: Partial<RegisteredEvent>): RegisteredEvent {
  return {
    registrationId: 900,
    eventId: 1,
    eventName: 'Piston 2027',
    eventSlotId: 11,
    joinUrl: 'https://webinar.example.com/j/1',
    certificateLink: null,
    hours: 0,
    focusName: 'Piston',
    focusId: 2,
    isInPerson: false,
    startOn: '2026-03-10',
    endOn: '2026-03-11',
    startTime: '08:00',
    endTime: '12:00',
    breaks: [],
    creditHours: 8,
    ...changes,
  }
}

describe('slot rows are grouped into events', () => {
  test('no rows give no events', () => {
    expect(groupEvents([], [])).toEqual([])
    expect(groupEvents([], [held({})])).toEqual([])
  })

  test('an event carries its own fields once and its slots in order', () => {
    const events = groupEvents([row({}), row({ eventSlotId: 12, startTime: '13:00', endTime: '17:00' })], [])
    expect(events).toEqual([
      {
        eventId: 1,
        eventName: 'Piston IA Renewal Series 2026',
        logo: '/logos/piston.png',
        videoLink: null,
        venue: null,
        isInPerson: null,
        facts: null,
        featuredSponsorId: 5,
        isEnabled: true,
        startOn: '2026-03-10',
        endOn: '2026-03-11',
        focusName: 'Piston',
        focusId: 2,
        slots: [
          {
            eventSlotId: 11,
            startOn: '2026-03-10',
            endOn: '2026-03-11',
            startTime: '08:00',
            endTime: '12:00',
            breaks: [],
            isOpen: true,
            seatsLeft: null,
            alreadyRegistered: false,
            registrationId: null,
            joinUrl: null,
            certificateLink: null,
            hours: 0,
          },
          expect.objectContaining({ eventSlotId: 12, startTime: '13:00', endTime: '17:00' }),
        ],
        speakers: [],
        sponsors: [],
      },
    ])
  })

  test('rows of different events may be mixed', () => {
    const rows = [row({}), row({ eventId: 2, eventSlotId: 21 }), row({ eventSlotId: 12 })]
    expect(groupEvents(rows, []).map((event) => event.slots.map((slot) => slot.eventSlotId))).toEqual([
      [11, 12],
      [21],
    ])
  })

  test('an event runs from the first day of any slot to the last of any', () => {
    const rows = [
      row({ startOn: '2026-03-10', endOn: '2026-03-11' }),
      row({ startOn: '2025-12-30', endOn: '2026-01-01' }),
      row({ startOn: '2026-02-02', endOn: '2026-04-01' }),
    ]
    expect(groupEvents(rows, [])).toMatchObject([{ startOn: '2025-12-30', endOn: '2026-04-01' }])
  })

  test('cards are sorted by start date', () => {
    const days = ['2026-04-01', '2026-03-31', '2027-02-02', '2025-12-15'] as const
    const rows = days.map((startOn, index) => row({ eventId: index, startOn, endOn: startOn }))
    expect(groupEvents(rows, []).map((event) => event.startOn)).toEqual([
      '2025-12-15',
      '2026-03-31',
      '2026-04-01',
      '2027-02-02',
    ])
  })

  test('a closed event is not enabled', () => {
    expect(groupEvents([row({ isEnabled: false })], [])).toMatchObject([{ isEnabled: false }])
  })

  test('a registration marks its own slot with its join URL and certificate', () => {
    const rows = [row({}), row({ eventSlotId: 12 })]
    const registered = [
      held({ eventSlotId: 12, certificateLink: '/download?certificate=x' }),
      held({ eventSlotId: 99 }),
    ]
    expect(groupEvents(rows, registered)[0]?.slots).toMatchObject([
      {
        eventSlotId: 11,
        alreadyRegistered: false,
        registrationId: null,
        joinUrl: null,
        certificateLink: null,
      },
      {
        eventSlotId: 12,
        alreadyRegistered: true,
        registrationId: 900,
        joinUrl: 'https://webinar.example.com/j/1',
        certificateLink: '/download?certificate=x',
      },
    ])
  })
})

describe('the slots that are shown to', () => {
  const rows = [row({}), row({ eventSlotId: 12 }), row({ eventSlotId: 13 })]

  test.each([
    ['a person without a registration are all slots', [], [11, 12, 13]],
    ['a person in the second slot are that slot', [held({ eventSlotId: 12 })], [12]],
    ['a person in another event are all slots', [held({ eventSlotId: 21 })], [11, 12, 13]],
  ])('%s', (_who, registered, visible) => {
    const [event] = groupEvents(rows, registered)
    expect(event && visibleSlots(event).map((slot) => slot.eventSlotId)).toEqual(visible)
  })
})

describe('the label of a slot that nobody can register for says', () => {
  const now = new Date('2026-03-10T12:30:00Z')
  test.each([
    ['nothing while it is open', true, {}, ''],
    ['that it is in progress, 30 minutes after it started', true, { startTime: '08:00' }, 'In progress'],
    [
      'that it is over, once it has ended',
      true,
      { startTime: '07:00', endTime: '08:30', endOn: '2026-03-10' },
      'Over',
    ],
    ['that registration is closed, by its own switch', true, { isOpen: false }, 'Registration Closed'],
    ['nothing of its own where its event is closed', false, { isOpen: false }, ''],
  ] as const)('%s', (_, isEnabled, given, words) => {
    const [event] = groupEvents([row({ startTime: '09:00', ...given })], [])
    const slot = event?.slots[0] as Slot
    expect(closedWords(slot, slotRefusal({ isEnabled }, slot, now), now)).toBe(words)
  })
})
