import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { byEnd, eventsOfFocuses, otherSeasonOf, upcomingEvents, wantedSlotOf } from './upcoming-events.ts'

const event = (isEnabled: boolean, ...days: PlainDate[]) =>
  ({
    isEnabled,
    startOn: days.toSorted()[0],
    slots: days.map((day) => ({ startOn: day, endOn: day, startTime: '08:00', endTime: '12:00' })),
  }) as unknown as GroupedEvent

const fall = event(true, '2026-11-10')
const winter = event(true, '2027-02-09', '2026-12-15')
const closed = event(false, '2027-03-09')
const acrossDeadline = event(true, '2027-03-30', '2027-04-06')
const spring = event(true, '2027-05-04')
const closedSpring = event(false, '2027-05-04')
const all = [fall, winter, closed, acrossDeadline, spring, closedSpring]

test.each([
  [
    'in the fall are all events of the season and the open ones after it',
    2027,
    '2026-11-22',
    all.slice(0, 5),
  ],
  [
    'in April include open events of the season before that are not over',
    2028,
    '2027-04-05',
    [acrossDeadline, spring, closedSpring],
  ],
  ['after April 6 omit the season before', 2028, '2027-04-07', [spring, closedSpring]],
  [
    'include open events if the settings name another season',
    2031,
    '2027-02-01',
    [winter, acrossDeadline, spring],
  ],
] as const)('upcoming events %s', (_, season, day, upcoming) => {
  expect(upcomingEvents(all, season, new Date(`${day}T12:00:00-04:00`))).toEqual(upcoming)
})

describe('two events of one type', () => {
  const ofType = (focusId: number, ...days: PlainDate[]) => ({ ...event(true, ...days), focusId })
  const first = ofType(2, '2026-11-10', '2026-11-12')
  const second = ofType(2, '2027-02-09')
  const third = ofType(2, '2027-03-09')
  const other = ofType(3, '2026-12-01')
  const listed = [first, other, second, third]

  test.each([
    ['while the first waits for its last slot', '2026-11-12T11:59', listed, [], first],
    ['from the end of its last slot on', '2026-11-12T12:00', [other, second, third], [first], second],
    ['between the last two', '2027-02-10T08:00', [third], [first, other, second], third],
    ['after all of them', '2027-03-10T08:00', [], listed, third],
  ] as const)('are split, and the sidebar leads to the right one, %s', (_, now, coming, earlier, target) => {
    const split = byEnd(listed, new Date(`${now}:00-05:00`))
    expect(split).toEqual({ coming, earlier })
    expect(eventsOfFocuses(split).get(2)).toBe(target)
    expect(eventsOfFocuses(split).get(3)).toBe(other)
  })
})

test.each([
  ['of the season', winter, 2027, undefined],
  ['of the season, and over', fall, 2027, undefined],
  ['of the next season', spring, 2027, '2027-2028'],
  ['of both seasons', acrossDeadline, 2027, undefined],
  ['that began in the season before and counts in this one', acrossDeadline, 2028, undefined],
] as const)(
  'an event %s is marked with its renewal year only if its hours count for another one',
  (_, its, season, other) => {
    const now = new Date(season === 2028 ? '2027-04-05T12:00:00Z' : '2026-11-22T12:00:00Z')
    expect(otherSeasonOf(its, season, now)).toBe(other)
  },
)

const offered = (given: object, slot: object = {}) =>
  ({
    eventName: 'Piston',
    isEnabled: true,
    slots: [
      {
        eventSlotId: 1,
        isOpen: true,
        alreadyRegistered: false,
        startOn: '2027-02-09',
        endOn: '2027-02-09',
        startTime: '08:00',
        endTime: '12:00',
        ...slot,
      },
    ],
    ...given,
  }) as unknown as GroupedEvent

const full = { seatsLeft: 0 }

test.each([
  ['is open for it', offered({}), undefined],
  ['is not listed', offered({}, { eventSlotId: 2 }), /is gone/],
  ['is closed', offered({}, { isOpen: false }), /is closed/],
  ['is over', offered({}, { startOn: '2026-02-09' }), /is closed/],
  ['is full', offered({}, full), undefined],
  [
    'the person waits for',
    offered({ isInPerson: true }, { ...full, wait: { place: 3, offerCode: null } }),
    /^You're #3 on the waitlist of Piston, Tue 09 Feb 2027 · 8:00 AM – 12:00 PM Eastern\.$/,
  ],
  ['is offered to the person', offered({}, { ...full, wait: { place: 0, offerCode: 'a-code' } }), undefined],
  ['is full and closed', offered({}, { ...full, isOpen: false, wait: { place: 3 } }), /is closed/],
  ['is of a closed event', offered({ isEnabled: false }), /is closed/],
  [
    'is of an event that the person is registered for',
    offered({}, { alreadyRegistered: true }),
    /already registered for Piston\. You can change your time slot under Registered Events\.$/,
  ],
] as const)('a slot that was chosen before the sign-in and %s', (_, event, problem) => {
  const wanted = wantedSlotOf([event], 1, new Date('2026-11-22T12:00:00Z'))
  if (problem) expect(wanted).toEqual({ problem: expect.stringMatching(problem) })
  else expect(wanted).toEqual({ slot: event.slots[0] })
})
