import { describe, expect, test } from 'vitest'
import { withNewSlot, withoutSlot, withShared, withSlot } from '#web/events/slots/slot-values.ts'
import { eventSeasonNote, slotSeasonNotes } from './event-seasons.ts'
import type { SavedEvent } from './event-values.ts'
import { valuesOf } from './event-values.ts'

const savedOn = (...days: string[]) =>
  ({
    eventName: 'Piston IA Renewal Series 2027',
    description: '{}',
    slots: days.map((startOn, place) => ({
      eventSlotId: place + 1,
      focusId: 2,
      startOn,
      endOn: startOn,
      startTime: '08:00',
      endTime: '12:00',
      registrations: 100,
    })),
  }) as unknown as SavedEvent

const running = savedOn('2027-01-20', '2027-02-10', '2027-03-10')
const values = valuesOf(running)
const [{ key }] = values.slots as [(typeof values.slots)[number]]
const added = withNewSlot(values)
const newKey = added.slots[3]?.key as string

describe('a slot in another renewal year than most of its event says so', () => {
  test.each([
    ['but not if all slots agree', values, {}],
    ['but not on the suggested day', added, {}],
    ['but not before New Year', withSlot(added, newKey, { startOn: '2026-12-15' }), {}],
    ['if it is before April', withSlot(added, newKey, { startOn: '2026-03-31' }), other('2025-2026')],
    ['if it is in April or later', withSlot(added, newKey, { startOn: '2027-04-01' }), other('2027-2028')],
    ['but not while its year is typed', withSlot(added, newKey, { startOn: '0202-04-01' }), {}],
    ['but not while it has no day', withSlot(added, newKey, { startOn: '' }), {}],
    ['but not once it is deleted', withoutSlot(withSlot(values, key, { startOn: '2026-03-31' }), key), {}],
  ])('%s', (_, typed, notes) => {
    expect(slotSeasonNotes(typed)).toEqual(notes)
  })

  test('both slots of an event with two slots say so', () => {
    const two = valuesOf(savedOn('2027-03-30', '2027-04-06'))
    expect(Object.values(slotSeasonNotes(two))).toEqual([
      "This slot is in renewal year 2026-2027; the event's other slot is in 2027-2028.",
      "This slot is in renewal year 2027-2028; the event's other slot is in 2026-2027.",
    ])
  })

  test('two of five slots say so', () => {
    const five = valuesOf(savedOn('2027-03-09', '2027-03-10', '2027-03-11', '2027-04-06', '2027-04-07'))
    expect(Object.entries(slotSeasonNotes(five))).toEqual([
      ['slot-4', 'This slot is in renewal year 2027-2028; other slots of the event are in 2026-2027.'],
      ['slot-5', 'This slot is in renewal year 2027-2028; other slots of the event are in 2026-2027.'],
    ])
  })

  function other(label: string) {
    return { [newKey]: `This slot is in renewal year ${label}; the event's other slots are in 2026-2027.` }
  }
})

describe('before it is saved, the editor says', () => {
  const moves = 'Saving moves this event from 2026-2027 to'
  test.each([
    ['nothing of an event that stays', withSlot(values, key, { startOn: '2026-11-10' }), running, undefined],
    ['nothing of a later slot', withSlot(added, newKey, { startOn: '2027-04-06' }), running, undefined],
    [
      'that a slot moves the event',
      withSlot(added, newKey, { startOn: '2026-03-31' }),
      running,
      `${moves} 2025-2026.`,
    ],
    ['that all slots move it', withShared(values, { startOn: '2027-05-04' }), running, `${moves} 2027-2028.`],
    [
      'that deleting the first slot moves the event',
      withoutSlot(valuesOf(savedOn('2027-03-30', '2027-04-06')), 'slot-1'),
      savedOn('2027-03-30', '2027-04-06'),
      `${moves} 2027-2028.`,
    ],
    [
      'nothing of a new event of the season',
      withShared(added, { startOn: '2026-11-10' }),
      undefined,
      undefined,
    ],
    [
      'that a new event is of another season',
      withShared(added, { startOn: '2027-04-06' }),
      undefined,
      'This event is in renewal year 2027-2028; the current one is 2026-2027.',
    ],
    ['nothing of an event without days', valuesOf(undefined), undefined, undefined],
    ['nothing of an event that gets its first slot', values, savedOn(), undefined],
  ])('%s', (_, typed, saved, note) => {
    expect(eventSeasonNote(typed, saved, 2027)).toBe(note)
  })
})
