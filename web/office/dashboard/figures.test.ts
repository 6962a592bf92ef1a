import { describe, expect, test } from 'vitest'
import { unitedStates } from '#contract/core/countries.ts'
import type { Dashboard, SlotFigures } from '#contract/office/dashboard/calls.ts'
import {
  eventsOf,
  hoursRows,
  joinUrlRows,
  membershipRows,
  placeRows,
  seriesRows,
  slotRows,
} from './figures.ts'
import { registrationsLink } from './registrations-link.ts'

const slot: SlotFigures = {
  eventId: 1,
  eventName: 'Piston 2027',
  eventSlotId: 11,
  focusId: 2,
  focusName: 'Piston',
  startOn: '2027-02-09',
  endOn: '2027-02-10',
  startTime: '08:00',
  endTime: '12:00',
  isWebinar: true,
  registrations: 3,
  joinUrls: 2,
}
const later: SlotFigures = { ...slot, eventSlotId: 12, startTime: '13:00', registrations: 0, joinUrls: 0 }
const turbine: SlotFigures = {
  ...slot,
  eventId: 2,
  eventName: 'Turbine A',
  eventSlotId: 21,
  focusId: 3,
  focusName: 'Turbine',
  isWebinar: false,
  registrations: 4,
}
const turbineAgain: SlotFigures = { ...turbine, eventId: 3, eventName: 'Turbine B', eventSlotId: 31 }
const nobody = { people: 0, registrations: 0 }

function figures(given: Partial<Dashboard>) {
  const memberships = { aopa: nobody, nbaa: nobody, vai: nobody, none: nobody }
  return {
    season: 2027,
    slots: [],
    places: [],
    memberships,
    hours: { none: 0, some: 0, enough: 0 },
    ...given,
  }
}

test('the series are sorted by registrations, and one with a single event links to it', () => {
  const rows = seriesRows(figures({ slots: [slot, later, turbine, turbineAgain] }))
  expect(
    rows.map(({ label, focusId, counted, values }) => [label, focusId, counted?.eventName, ...values]),
  ).toEqual([
    ['Turbine', 3, undefined, 8],
    ['Piston', 2, 'Piston 2027', 3],
  ])
})

test('a series links to no event if its event has other series, too', () => {
  const [row] = seriesRows(figures({ slots: [slot, { ...turbine, eventName: slot.eventName }] }))
  expect(row?.counted).toEqual({ year: 2027, focusId: 3, eventName: undefined })
})

test('a slot is named by its event, day and time', () => {
  const [row] = slotRows(figures({ slots: [slot] }))
  expect(row).toEqual({
    label: 'Piston 2027, Tue 09 Feb 2027, 8:00 AM',
    shortLabel: 'Piston · 09 Feb 2027, 8 AM',
    focusId: 2,
    counted: { year: 2027, eventName: 'Piston 2027', eventSlotId: 11 },
    values: [3],
  })
})

test('the share of join URLs counts only webinars with registrations, and is 100 only if none is missing', () => {
  const almost = { ...slot, registrations: 1000, joinUrls: 999 }
  const rows = joinUrlRows(figures({ slots: [slot, later, turbine, almost] }))
  expect(rows.map(({ values }) => values)).toEqual([
    [66, 2, 1],
    [99, 999, 1],
  ])
})

describe('places', () => {
  const place = (number: number) => ({
    country: unitedStates,
    state: `State ${number}`,
    people: 1,
    registrations: 20 - number,
  })

  test('are the top ten and one row for all others', () => {
    const places = Array.from({ length: 13 }, (_, number) => place(number))
    const rows = placeRows(figures({ places }))
    expect(rows).toHaveLength(11)
    expect(rows.at(-1)).toEqual({ label: '3 others', values: [10 + 9 + 8, 3] })
  })

  test('include the eleventh instead of a row for one other', () => {
    const places = Array.from({ length: 11 }, (_, number) => place(number))
    expect(placeRows(figures({ places })).at(-1)?.label).toBe('State 10')
  })

  test('are countries outside of the United States, or not given', () => {
    const places = [
      { ...place(1), country: 'Georgia', state: null },
      { ...place(2), country: '', state: null },
      { ...place(3), state: '' },
    ]
    expect(placeRows(figures({ places })).map(({ label }) => label)).toEqual([
      'Georgia',
      'Not given',
      'Not given',
    ])
  })
})

test('memberships and hours come in a fixed order', () => {
  const given = figures({
    memberships: { aopa: { people: 2, registrations: 3 }, nbaa: nobody, vai: nobody, none: nobody },
    hours: { none: 5, some: 6, enough: 7 },
  })
  expect(membershipRows(given).map(({ label }) => label)).toEqual(['AOPA', 'NBAA', 'VAI', 'None of them'])
  expect(membershipRows(given)[0]?.values).toEqual([2, 3])
  expect(hoursRows(given).map(({ values }) => values)).toEqual([[5], [6], [7]])
})

test('each event is offered once, by name', () => {
  expect(eventsOf([turbine, slot, later]).map(({ eventName }) => eventName)).toEqual([
    'Piston 2027',
    'Turbine A',
  ])
})

test.each([
  [{ year: 2027 }, {}],
  [{ year: 2026 }, { year: 2026 }],
  [
    { year: 2027, eventName: 'Piston', eventSlotId: 4 },
    { eventName: 'Piston', eventSlotId: 4 },
  ],
  [
    { year: 2027, focusId: 2, joinUrl: 'missing' as const },
    { focusId: 2, joinUrl: 'missing' },
  ],
  [{ year: 2027, country: 'United States', state: 'Ohio' }, { state: 'Ohio' }],
  [{ year: 2027, country: 'Canada', state: null }, { country: 'Canada' }],
])('%o links to All Registrations with %o', (counted, search) => {
  expect(registrationsLink(counted, 2027)).toEqual({ to: '/admin/private/all-registrations', search })
})
