import { expect, test } from 'vitest'
import { eventChoices, slotChoices } from './event-choices.ts'

const piston = event(2027, 'Piston', [
  { event_slot_id: 2, start_time: '13:00', end_time: '17:00' },
  { event_slot_id: 1, start_time: '08:00', end_time: '12:00' },
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
] as const)('the events to choose from in %s, %s chosen, are %j', (year, chosen, names) => {
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
  slots: { event_slot_id: number; start_time: string; end_time: string }[],
) {
  return {
    event_id: 1,
    event_name: name,
    description: '{}',
    isEnabled: 1 as const,
    event_status: 'ACTIVE' as const,
    featured_sponsor_id: null,
    videoLink: null,
    formattedDuration: '8 hours',
    speakers: [],
    sponsors: [],
    slots: slots.map((slot) => ({
      ...slot,
      event_id: 1,
      start_date: `09/03/${year}`,
      end_date: `10/03/${year}`,
      focus_id: 2,
      webinar_id: null,
    })),
  }
}
