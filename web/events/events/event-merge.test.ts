import { describe, expect, test } from 'vitest'
import { withNewSlot, withoutSlot, withSlot } from '#web/events/slots/slot-values.ts'
import { eventKind, mergeEvent } from './event-merge.ts'
import type { SavedEvent } from './event-values.ts'
import { valuesOf } from './event-values.ts'

const older = event({})
const values = valuesOf(older)

describe('when somebody else saved the event', () => {
  test('fields that were not changed here get the newer values', () => {
    const newer = event({ eventName: 'Renamed', venue: 'Hangar 7', version: 1 })
    const { values: merged, conflicts } = mergeEvent({ ...values, isEnabled: false }, older, newer)
    expect(merged).toMatchObject({ eventName: 'Renamed', venue: 'Hangar 7', isEnabled: false })
    expect(conflicts).toEqual([])
  })

  test('the same change on both sides is no conflict', () => {
    const newer = event({ eventName: 'Same', version: 1 })
    expect(mergeEvent({ ...values, eventName: 'Same' }, older, newer).conflicts).toEqual([])
  })

  test('different changes of a field are a conflict, and the typed value stays until one side is chosen', () => {
    const newer = event({ eventName: 'Theirs', venue: 'Hangar 7', version: 1 })
    const mine = { ...values, eventName: 'Mine', venue: 'Hangar 8' }
    const asked = mergeEvent(mine, older, newer)
    expect(asked.conflicts).toEqual([
      { id: 'eventName', what: 'Event name', mine: 'Mine', theirs: 'Theirs' },
      { id: 'venue', what: 'Venue', mine: 'Hangar 8', theirs: 'Hangar 7' },
    ])
    expect(asked.values).toMatchObject({ eventName: 'Mine', venue: 'Hangar 8' })
    const choices = new Map([
      ['eventName', 'theirs'],
      ['venue', 'mine'],
    ] as const)
    expect(mergeEvent(mine, older, newer, choices)).toMatchObject({
      values: { eventName: 'Theirs', venue: 'Hangar 8' },
      conflicts: [],
    })
  })

  test('a slot is updated, added or dropped', () => {
    const newer = event({
      slots: [slot(1, '07:00'), slot(3, '19:00')],
    })
    const { values: merged, conflicts } = mergeEvent(values, older, newer)
    expect(conflicts).toEqual([])
    expect(merged.slots.map(({ eventSlotId, startTime }) => [eventSlotId, startTime])).toEqual([
      [1, '07:00'],
      [3, '19:00'],
    ])
  })

  test('new slots and changed slots of this form stay', () => {
    const typed = withSlot(withNewSlot(values), 'slot-1', { startTime: '06:00' })
    const { values: merged } = mergeEvent(typed, older, event({ eventName: 'Renamed', version: 1 }))
    expect(merged.slots).toEqual(typed.slots)
  })

  test('changes of different fields of a slot are merged', () => {
    const newer = event({ slots: [{ ...slot(1, '08:00'), endOn: '2027-03-11' }, slot(2, '13:00')] })
    const { values: merged, conflicts } = mergeEvent(
      withSlot(values, 'slot-1', { startTime: '06:00' }),
      older,
      newer,
    )
    expect(conflicts).toEqual([])
    expect(merged.slots[0]).toMatchObject({ startTime: '06:00', endOn: '2027-03-11' })
  })

  test('breaks that changed on one side are merged, and on both sides they are a conflict', () => {
    const lunch = { from: '11:00', to: '11:30', name: 'Lunch' } as const
    const coffee = { from: '10:00', to: '10:10', name: 'Coffee' } as const
    const typed = withSlot(values, 'slot-1', { startTime: '06:00' })
    const there = event({ slots: [{ ...slot(1, '08:00'), breaks: [lunch], version: 1 }, slot(2, '13:00')] })
    const both = mergeEvent(typed, older, there)
    expect(both.conflicts).toEqual([])
    expect(both.values.slots[0]).toMatchObject({ startTime: '06:00', breaks: [lunch] })
    const mine = withSlot(values, 'slot-1', { breaks: [coffee] })
    expect(mergeEvent(mine, older, event({ version: 1 })).values.slots[0]?.breaks).toEqual([coffee])
    expect(mergeEvent(mine, older, there).conflicts).toMatchObject([
      {
        mine: 'Piston, 09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST, Coffee 10:00 AM – 10:10 AM',
        theirs: 'Piston, 09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST, Lunch 11:00 AM – 11:30 AM',
      },
    ])
  })

  test.each([
    [
      'changed there as well',
      [slot(1, '07:00'), slot(2, '13:00')],
      'Piston, 09 Mar 2027 – 10 Mar 2027, 7:00 AM - 12:00 PM EST',
    ],
    ['deleted there', [slot(2, '13:00')], 'Deleted'],
  ])('a slot that was changed here and %s is a conflict', (_, slots, theirs) => {
    const typed = withSlot(values, 'slot-1', { startTime: '06:00' })
    const { conflicts } = mergeEvent(typed, older, event({ slots }))
    expect(conflicts).toEqual([
      {
        id: 'slot-1',
        what: 'Piston, 09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST',
        mine: 'Piston, 09 Mar 2027 – 10 Mar 2027, 6:00 AM - 12:00 PM EST',
        theirs,
      },
    ])
  })

  test('a slot is a conflict if both sides changed its switch, even if only one side moved it', () => {
    const newer = event({ slots: [{ ...slot(1, '07:00'), isOpen: false }, slot(2, '13:00')] })
    const { values: merged, conflicts } = mergeEvent(values, older, newer)
    expect(conflicts).toEqual([])
    expect(merged.slots[0]).toMatchObject({ startTime: '07:00', isOpen: false })
    const typed = withSlot(values, 'slot-1', { isOpen: false, startTime: '06:00' })
    expect(mergeEvent(typed, older, newer).conflicts).toMatchObject([
      { mine: 'Piston, 09 Mar 2027 – 10 Mar 2027, 6:00 AM - 12:00 PM EST, closed' },
    ])
  })

  test('a slot that was deleted there is added again if mine is chosen', () => {
    const typed = withSlot(values, 'slot-1', { startTime: '06:00' })
    const newer = event({ slots: [slot(2, '13:00')] })
    const choose = (choice: 'mine' | 'theirs') =>
      mergeEvent(typed, older, newer, new Map([['slot-1', choice]])).values.slots
    expect(choose('mine').map(({ eventSlotId }) => eventSlotId)).toEqual([null, 2])
    expect(choose('theirs').map(({ eventSlotId }) => eventSlotId)).toEqual([2])
  })

  test('a slot that was deleted here and changed there is a conflict', () => {
    const { conflicts } = mergeEvent(
      withoutSlot(values, 'slot-1'),
      older,
      event({ slots: [slot(1, '07:00'), slot(2, '13:00')] }),
    )
    expect(conflicts).toMatchObject([{ id: 'slot-1', mine: 'Deleted' }])
  })
})

test.each([
  ['nothing', event({}), false],
  ['the event', event({ version: 1 }), true],
  ['a slot', event({ slots: [{ ...slot(1, '08:00'), version: 1 }, slot(2, '13:00')] }), true],
  ['the number of slots', event({ slots: [slot(1, '08:00'), slot(2, '13:00'), slot(3, '19:00')] }), true],
  [
    'only its registrations',
    event({ slots: [{ ...slot(1, '08:00'), registrations: 5 }, slot(2, '13:00')] }),
    false,
  ],
])('a form is outdated after a change of %s: %o', (_, newer, expected) => {
  expect(eventKind.isOutdated(older, newer)).toBe(expected)
})

function slot(eventSlotId: number, startTime: string): SavedEvent['slots'][number] {
  return {
    eventSlotId,
    startTime,
    endTime: eventSlotId === 1 ? '12:00' : '22:00',
    startOn: '2027-03-09',
    endOn: '2027-03-10',
    focusId: 2,
    version: startTime === '07:00' ? 1 : 0,
    isOpen: true,
    capacity: null,
    breaks: [],
    registrations: 0,
  } as SavedEvent['slots'][number]
}

function event(given: Partial<SavedEvent>): SavedEvent {
  return {
    eventId: 7,
    version: 0,
    eventName: 'Piston',
    description: '{}',
    videoLink: null,
    venue: null,
    isInPerson: null,
    facts: null,
    isEnabled: true,
    featuredSponsorId: null,
    slots: [slot(1, '08:00'), slot(2, '13:00')],
    ...given,
  }
}
