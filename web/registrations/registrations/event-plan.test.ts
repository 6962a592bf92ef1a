import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { eventsOfSeason, planOf, shownOutcome, shownPlan, withSlot } from './event-plan.ts'

const slot = (eventSlotId: number, startOn: PlainDate = '2027-03-09') => ({
  eventSlotId,
  focusId: eventSlotId * 10,
  startOn,
})
const piston = { eventId: 1, eventName: 'Piston 2027', slots: [slot(11), slot(12)] }
const turbine = { eventId: 2, eventName: 'Turbine 2027', slots: [slot(21), slot(22)] }
const rotor = { eventId: 3, eventName: 'Rotorcraft 2027', slots: [slot(31)] }
const events = [piston, turbine, rotor]

const holding = (eventId: number, eventSlotId: number, more: { hours?: number } = {}) => ({
  registrationId: eventId * 100,
  eventId,
  eventSlotId,
  hours: 0,
  version: 3,
  ...more,
})
const add = (eventId: number, eventSlotId: number) =>
  ({ what: 'add', eventId, eventSlotId, focusId: eventSlotId * 10 }) as const
const move = (eventId: number, eventSlotId: number) =>
  ({ ...add(eventId, eventSlotId), what: 'move' }) as const
const remove = (eventId: number) =>
  ({ what: 'remove', eventId, registrationId: eventId * 100, version: 3 }) as const

type Clicks = readonly (readonly [eventId: number, eventSlotId: number | null])[]

describe('the plan of changes', () => {
  test.each([
    ['is empty if nothing is registered or chosen', [], [], []],
    ['adds a chosen event', [], [[1, 12]], [add(1, 12)]],
    [
      'adds several chosen events',
      [],
      [
        [3, 31],
        [1, 11],
      ],
      [add(1, 11), add(3, 31)],
    ],
    ['is empty after a deselected choice', [], [[1, null]], []],
    ['is empty without a click', [holding(1, 11), holding(2, 22)], [], []],
    ['is empty if a registered slot is chosen again', [holding(1, 11)], [[1, 11]], []],
    ['moves a registration to another slot', [holding(1, 11)], [[1, 12]], [move(1, 12)]],
    ['removes a deselected registration', [holding(1, 11)], [[1, null]], [remove(1)]],
    [
      'begins with the removals',
      [holding(2, 21), holding(3, 31)],
      [
        [1, 11],
        [2, 22],
        [3, null],
      ],
      [remove(3), add(1, 11), move(2, 22)],
    ],
    ['ignores an event that is not shown', [holding(9, 91)], [[9, null]], []],
    ['keeps a registration with a certificate', [holding(1, 11, { hours: 8 })], [[1, 12]], []],
    ['keeps a registration with credited hours', [holding(1, 11, { hours: 8 })], [[1, null]], []],
  ] as const)('%s', (_, held, clicks, expected) => {
    expect(planOf(events, [...held], new Map(clicks as Clicks))).toEqual(expected)
  })
})

test('the message says that people were registered only if an event was added', () => {
  const remove = { what: 'remove', eventId: 1, registrationId: 5, version: 0 } as const
  const move = { what: 'move', eventId: 2, eventSlotId: 21, focusId: 2 } as const
  const add = { ...move, what: 'add' } as const
  expect(shownPlan([])).toBe('No changes yet')
  expect(shownPlan([remove, add])).toBe('1 will be removed, 1 will be added')
  expect(shownOutcome([remove])).toBe('Registrations changed: 1 removed')
  expect(shownOutcome([remove, move, move])).toBe('Registrations changed: 1 removed, 2 moved')
  expect(shownOutcome([remove, add])).toEqual([
    'Successfully registered to the events',
    "You can check the registration details in the 'All Registrations' section",
  ])
})

describe('a click', () => {
  test.each([
    ['on a slot chooses it', [], [], 11, [[1, 11]]],
    ['on another slot of its event replaces it', [], [[1, 11]], 12, [[1, 12]]],
    ['on the chosen slot deselects it', [], [[1, 11]], 11, [[1, null]]],
    ['on a registered slot removes it', [holding(1, 11)], [], 11, [[1, null]]],
    ['on a removed slot restores it', [holding(1, 11)], [[1, null]], 11, [[1, 11]]],
    [
      'leaves other events alone',
      [],
      [[2, 21]],
      11,
      [
        [2, 21],
        [1, 11],
      ],
    ],
  ] as const)('%s', (_, held, before, clicked, after) => {
    const choice = new Map(before as Clicks)
    expect([...withSlot([...held], choice, 1, clicked)]).toEqual(after)
    expect([...choice]).toEqual(before)
  })
})

test.each([
  ['is named after the season', 'Piston 2027', ['2026-03-31'], true],
  ['starts in the season', 'Spring seminar', ['2027-04-02', '2027-03-30'], true],
  ['starts in the season before New Year', 'Winter seminar', ['2027-01-02', '2026-12-30'], true],
  ['starts on the first day of the season', 'Fall seminar', ['2026-04-01'], true],
  ['only ends in the season', 'Spring seminar', ['2026-04-02', '2026-03-31'], false],
  ['is in the fall after the season', 'Fall seminar', ['2027-11-10'], false],
  ['is named after another season', 'Piston 2026', ['2026-03-09'], false],
  ['has no slots yet but the name of the season', 'Piston 2027', [], true],
])('an event that %s (%s on %j) belongs to the season 2027: %s', (_, eventName, days, isOf) => {
  const event = { eventId: 1, eventName, slots: days.map((day, place) => slot(place, day as PlainDate)) }
  expect(eventsOfSeason([event], 2027)).toHaveLength(isOf ? 1 : 0)
})
