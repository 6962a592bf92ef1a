import { expect, test } from 'vitest'
import { courseHoursOf } from '#contract/counting/hours/course-hours.ts'
import { hoursOf } from '#contract/events/slots/agendas.ts'
import { at, slotTime, unpolled } from '#test/counted-slots.ts'
import type { MakeUpSlot } from './offers.ts'
import { makeUpOffers, makeUpsOf } from './offers.ts'

// Taught in the morning of February 9, in that afternoon and on the next evening.
const times = [
  slotTime('2-9 2-9 08:00 12:00'),
  slotTime('2-9 2-9 13:00 17:00'),
  slotTime('2-10 2-10 18:00 22:00'),
]
const courses = courseHoursOf(
  times.map((time) => ({ time, agenda: hoursOf(time, unpolled), planned: hoursOf(time, unpolled) })),
)
const slot = (place: number, more: Partial<MakeUpSlot> = {}): MakeUpSlot => ({
  eventSlotId: place,
  time: times[place] as (typeof times)[number],
  place: 'Online',
  figures: unpolled,
  isEnabled: true,
  isDraft: false,
  isOpen: true,
  isInPerson: false,
  seatsLeft: null,
  joinUrl: null,
  agenda: (courses[place] ?? []).map((hour) => ({ ...hour, isCovered: true })),
  ...more,
})
const offered = (slots: MakeUpSlot[], now = '9 12:30', course = '1.3') =>
  makeUpsOf(course, slots, at(now)).map(({ eventSlotId }) => eventSlotId)

test('an hour is offered in the other slots that teach it, the next one first, with the opening of the room', () => {
  expect(makeUpsOf('1.3', [slot(2), slot(1)], at('9 12:30'))).toEqual([
    {
      eventSlotId: 1,
      isInPerson: false,
      place: 'Online',
      isAdmitted: false,
      joinUrl: null,
      startAt: at('9 15:00'),
      endAt: at('9 15:50'),
      opensAt: at('9 12:55'),
    },
    {
      eventSlotId: 2,
      isInPerson: false,
      place: 'Online',
      isAdmitted: false,
      joinUrl: null,
      startAt: at('10 20:00'),
      endAt: at('10 20:50'),
      opensAt: at('10 17:55'),
    },
  ])
  expect(offered([slot(1), slot(2)], '9 12:30', '1.5')).toEqual([])
})

test.each<[string, Partial<MakeUpSlot>, number[]]>([
  ['a closed event', { isEnabled: false }, []],
  ['an unpublished event', { isDraft: true }, []],
  ['a slot that is closed by its switch', { isOpen: false }, []],
  ['a full webinar', { seatsLeft: 0 }, [1]],
  ['an overbooked webinar', { seatsLeft: -1 }, [1]],
  ['a full seminar', { seatsLeft: 0, isInPerson: true }, []],
  ['a seminar with a seat', { seatsLeft: 1, isInPerson: true }, [1]],
  [
    'the rule before, by which an hour counts only in its slot',
    { figures: { ...unpolled, code: 'hours-1' } },
    [],
  ],
  [
    'a rule that adds up minutes',
    { figures: { ...unpolled, mode: 'sum', hourMinutes: 50, roundPer: 'slot' } },
    [],
  ],
  ['a closed slot for a person who is admitted', { isOpen: false, joinUrl: 'https://example.com' }, [1]],
])('%s', (_, more, expected) => {
  expect(offered([slot(1, more)])).toEqual(expected)
})

test.each([
  ['9 15:00', null, [1]],
  ['9 15:05', null, [1]],
  // 45 of 50 minutes are needed.
  ['9 15:05:01', null, []],
  ['9 15:49:59', 'https://example.com', [1]],
  ['9 15:50', 'https://example.com', []],
])(
  'at %s an hour from 3:00 PM is offered while it can be earned; with the link %s until it is over',
  (now, joinUrl, expected) => {
    expect(offered([slot(1, { joinUrl })], now)).toEqual(expected)
  },
)

test('several hours in the same slot are one offer, and the offer that comes next is first', () => {
  const now = at('9 12:30')
  const slots = [slot(2), slot(1)]
  const hours = ['1.2', '1.4'].map((course) => ({ course, makeUps: makeUpsOf(course, slots, now) }))
  const offers = makeUpOffers([{ course: '1.1', makeUps: [] }, ...hours])
  expect(
    offers.map((offer) => [offer.slot.eventSlotId, ...offer.hours.map(({ hour }) => hour.course)]),
  ).toEqual([
    [1, '1.2', '1.4'],
    [2, '1.2', '1.4'],
  ])
})
