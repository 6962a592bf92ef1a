import { expect, test } from 'vitest'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { eventChoices, slotChoices } from './slot-choices.ts'

const piston = event(2027, 'Piston', [
  { eventSlotId: 2, startTime: '13:00', endTime: '17:00' },
  { eventSlotId: 1, startTime: '08:00', endTime: '12:00' },
])
const years = [
  { year: 2027, label: '', events: [piston] },
  { year: 2026, label: '', events: [event(2026, 'Turbine', []), event(2026, 'Turbine', [])] },
]

test.each([
  [2027, undefined, ['Piston']],
  [2026, undefined, ['Turbine']],
  ['All', undefined, ['Piston', 'Turbine']],
  [2025, undefined, []],
  [2025, 'Gone', ['Gone']],
] as const)('the choices of events in %s, with %s chosen, are %j', (year, chosen, names) => {
  expect(eventChoices(years, year, chosen).map(({ value }) => value)).toEqual(names)
})

test('the slots of the chosen event are listed in the order they take place', () => {
  expect(slotChoices(years, 2027, 'Piston')).toEqual([
    { value: '1', label: '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST' },
    { value: '2', label: '09 Mar 2027 – 10 Mar 2027, 1:00 PM - 5:00 PM EST' },
  ])
  expect(slotChoices(years, 2026, 'Piston')).toEqual([])
})

function event(
  year: number,
  name: string,
  slots: { eventSlotId: number; startTime: PlainTime; endTime: PlainTime }[],
) {
  return {
    eventId: 1,
    eventName: name,
    description: '{}',
    isEnabled: true,
    isDraft: false,
    status: 'ACTIVE' as const,
    featuredSponsorId: null,
    videoLink: null,
    venue: null,
    isInPerson: null,
    facts: null,
    formattedDuration: '8 hours',
    hasEvaluation: false,
    speakers: [],
    sponsors: [],
    slots: slots.map((slot) => ({
      ...slot,
      eventId: 1,
      startOn: `${year}-03-09` as const,
      endOn: `${year}-03-10` as const,
      breaks: [],
      focusId: 2,
      isOpen: true,
      capacity: null,
      seatsLeft: null,
      webinarId: null,
      registrations: 0,
      registrationId: null,
      version: 0,
    })),
    version: 0,
  }
}
