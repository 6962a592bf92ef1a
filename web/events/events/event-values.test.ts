import { describe, expect, test } from 'vitest'
import type { SlotBreak } from '#contract/events/slots/breaks.ts'
import type { SlotValues } from '#web/events/slots/slot-values.ts'
import {
  breaksOf,
  sharedValue,
  withNewSlot,
  withoutSlot,
  withShared,
  withSlot,
} from '#web/events/slots/slot-values.ts'
import { consequencesOf } from './event-consequences.ts'
import type { EventValues, SavedEvent } from './event-values.ts'
import { countChanges, planOf, problemsOf, valuesOf } from './event-values.ts'

const saved = event([
  { eventSlotId: 1, startTime: '08:00', endTime: '12:00', registrations: 214 },
  { eventSlotId: 2, startTime: '13:00', endTime: '17:00', registrations: 0 },
])
const values = valuesOf(saved)
const lunch: SlotBreak = { from: '12:00', to: '13:00', name: 'Lunch' }

test('an event that was only opened has no changes and no problems', () => {
  expect(countChanges(values, saved)).toBe(0)
  expect(planOf(values, saved)).toEqual({ eventId: 7, added: [], changed: [], deleted: [] })
  expect(problemsOf(values)).toEqual({})
  expect(consequencesOf(values, saved)).toEqual([])
})

describe('saving', () => {
  test('a new event adds it with its slots', () => {
    let fresh = withShared(withNewSlot(valuesOf(undefined)), {
      startOn: '2027-03-09',
      endOn: '2027-03-09',
      focusId: 2,
    })
    fresh = withTimes(fresh, 0, '08:00', '12:00')
    fresh = { ...withTimes(withNewSlot(fresh), 1, '13:00', '17:00'), eventName: 'New' }
    const slot = { startOn: '2027-03-09', endOn: '2027-03-09', focusId: 2, isOpen: true }
    expect(planOf(fresh, undefined)).toMatchObject({
      event: { eventName: 'New', version: undefined },
      added: [
        { ...slot, startTime: '08:00', endTime: '12:00' },
        { ...slot, startTime: '13:00', endTime: '17:00' },
      ],
      changed: [],
      deleted: [],
    })
    expect(countChanges(fresh, undefined)).toBe(3)
  })

  test.each([
    ['its name', { eventName: 'Other' }, { eventName: 'Other' }],
    ['whether it is open', { isEnabled: false }, { isEnabled: false }],
    [
      'its video link',
      { videoLink: 'https://youtu.be/abcdefghijk' },
      { videoLink: 'https://youtu.be/abcdefghijk' },
    ],
    ['its venue', { venue: 'Hangar 7' }, { venue: 'Hangar 7' }],
    ['its featured sponsor', { featuredSponsorId: 3 }, { featuredSponsorId: 3 }],
    ['its logo', { logo: '/api/files/b' }, { description: '{"eventLogoLink":"/api/files/b"}' }],
  ] as [string, Partial<EventValues>, object][])('%s changes the event alone', (_, change, sent) => {
    const plan = planOf({ ...values, ...change }, saved)
    expect(plan).toMatchObject({ event: { version: 0, ...sent }, added: [], changed: [], deleted: [] })
  })

  test('another day or type of the event changes every slot', () => {
    const moved = withShared(values, { startOn: '2027-03-16', endOn: '2027-03-17' })
    expect(planOf(moved, saved).changed.map(({ startOn }) => startOn)).toEqual(['2027-03-16', '2027-03-16'])
    expect(sharedValue(moved, 'startOn')).toBe('2027-03-16')
    const after = withShared(values, { startOn: '2027-03-20' })
    expect(after.slots.map(({ endOn }) => endOn)).toEqual(['2027-03-20', '2027-03-20'])
    const mixed = withSlot(moved, 'slot-1', { startOn: '2027-03-15' })
    expect(sharedValue(mixed, 'startOn')).toBeUndefined()
  })

  test('the switch of a slot changes that slot alone, on top of the version that was read', () => {
    const closed = withSlot(values, 'slot-2', { isOpen: false })
    expect(planOf(closed, saved)).toMatchObject({
      changed: [{ eventSlotId: 2, version: 0, isOpen: false }],
      added: [],
      deleted: [],
    })
    expect(planOf(closed, saved)).not.toHaveProperty('event')
  })

  test('the seats of a slot are whole numbers or empty', () => {
    const seats = (capacity: number | null) => withSlot(values, 'slot-2', { capacity })
    expect(planOf(seats(40), saved)).toMatchObject({ changed: [{ eventSlotId: 2, capacity: 40 }] })
    expect(countChanges(seats(null), saved)).toBe(0)
    expect(problemsOf(seats(0))).toEqual({ 'slot-2 capacity': expect.stringContaining('Seats are a whole') })
  })

  test('the breaks of a slot change that slot alone, in order', () => {
    const changed = withSlot(values, 'slot-2', {
      breaks: [
        { from: '15:00', to: '15:15', name: ' Coffee ' },
        { from: '14:00', to: '14:10', name: 'Stretch' },
      ],
    })
    expect(problemsOf(changed)).toEqual({})
    expect(planOf(changed, saved)).toMatchObject({
      changed: [
        {
          eventSlotId: 2,
          breaks: [
            { from: '14:00', to: '14:10', name: 'Stretch' },
            { from: '15:00', to: '15:15', name: 'Coffee' },
          ],
        },
      ],
      added: [],
      deleted: [],
    })
    expect(consequencesOf(withSlot(values, 'slot-1', { breaks: [lunch] }), saved)).toEqual([
      '214 people are registered for 09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST: they see the new breaks, but get no email about them.',
    ])
  })

  test('a new slot in person shows lunch as soon as its times are long, and leaves the default to the portal', () => {
    const fresh = withShared(withNewSlot(values), { focusId: 4 })
    const breaks = (event: EventValues) => breaksOf(event.slots[2] as SlotValues, event.isInPerson)
    expect(breaks(fresh)).toEqual([])
    const long = withTimes(fresh, 2, '08:00', '17:00')
    expect(breaks(long)).toEqual([lunch])
    expect(breaks({ ...long, isInPerson: false })).toEqual([])
    expect(planOf(long, saved).added[0]).not.toHaveProperty('breaks')
    const none = withSlot(long, long.slots[2]?.key as string, { breaks: [] })
    expect(breaks(none)).toEqual([])
    expect(planOf(none, saved).added[0]).toMatchObject({ breaks: [] })
  })

  test('a saved slot has the breaks that it was saved with, whatever its form', () => {
    const long = withShared(withTimes(values, 0, '08:00', '17:00'), { focusId: 4 })
    expect(breaksOf(long.slots[0] as SlotValues, null)).toEqual([])
  })

  test('deletes and adds in one plan, and counts a slot that is not complete', () => {
    const plan = withoutSlot(withTimes(withNewSlot(values), 2, '13:00', '17:00'), 'slot-2')
    expect(problemsOf(plan)).toEqual({})
    expect(planOf(plan, saved)).toMatchObject({ added: [{}], deleted: [{ eventSlotId: 2, version: 0 }] })
    expect(countChanges(withNewSlot(values), saved)).toBe(1)
  })

  test('two slots may swap their times', () => {
    const swapped = withTimes(withTimes(values, 0, '13:00', '17:00'), 1, '08:00', '12:00')
    expect(problemsOf(swapped)).toEqual({})
    expect(planOf(swapped, saved).changed.map(({ startTime }) => startTime)).toEqual(['13:00', '08:00'])
  })

  test('a second click takes a removal back, and a new slot disappears at once', () => {
    const removed = withoutSlot(values, 'slot-1')
    expect(countChanges(removed, saved)).toBe(1)
    expect(withoutSlot(removed, 'slot-1')).toEqual(values)
    const added = withNewSlot(values)
    expect(withoutSlot(added, added.slots[2]?.key as string)).toEqual(values)
  })
})

describe('an event cannot be saved with', () => {
  test.each([
    ['no name', { ...values, eventName: '  ' }, { eventName: 'Event name is required.' }],
    [
      'an insecure video link',
      { ...values, videoLink: 'http://example.com' },
      { videoLink: 'Enter a full link that starts with https://' },
    ],
    ['no slot', { ...values, slots: [] }, { slots: 'At least one slot is required.' }],
    [
      'only removed slots',
      withoutSlot(withoutSlot(values, 'slot-1'), 'slot-2'),
      { slots: 'At least one slot is required.' },
    ],
    [
      'an overlap, which the later slot reports, with the time of the other',
      withSlot(values, 'slot-1', { endTime: '13:01' }),
      { 'slot-2 startTime': 'Slots should not overlap. This one overlaps with 8:00 AM – 1:01 PM.' },
    ],
    [
      'a slot without its end',
      withSlot(values, 'slot-1', { endTime: '' }),
      { 'slot-1 endTime': 'Please give the time it ends.' },
    ],
    [
      'a slot that ends before it starts',
      withSlot(values, 'slot-1', { endTime: '07:00' }),
      { 'slot-1 endTime': 'The end must be after the start.' },
    ],
    [
      'a break outside of its slot',
      withSlot(values, 'slot-1', { breaks: [lunch], endTime: '12:30' }),
      {
        'slot-1 breaks': 'Lunch 12:00 PM – 1:00 PM is outside of 8:00 AM – 12:30 PM. Change or remove it.',
      },
    ],
    [
      'a day that is only typed in part',
      withSlot(values, 'slot-1', { startOn: '' }),
      { 'slot-1 startOn': 'Please give the first day.' },
    ],
  ])('%s', (_, wrong, problems) => {
    expect(problemsOf(wrong)).toEqual(problems)
  })
})

describe('registered people', () => {
  const slot = '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST'
  test.each([
    [
      'get an email about another time',
      withSlot(values, 'slot-1', { startTime: '09:00' }),
      `214 people are registered for ${slot}: they get an email with the new time and a new calendar entry, about a minute after you save.`,
    ],
    [
      'see another event type',
      withShared(values, { focusId: 3 }),
      `214 people are registered for ${slot}: they see the new event type, but get no email about it.`,
    ],
    [
      'keep their place in an event that closes',
      { ...values, isEnabled: false },
      'Registration and cancellation close. 214 people are registered and keep their places.',
    ],
  ])('%s', (_, changed, sentence) => {
    expect(consequencesOf(changed, saved)).toEqual([sentence])
  })

  test('and those on the waitlist get an email about another time of a slot with seats', () => {
    const there = { ...saved, slots: saved.slots.map((each) => ({ ...each, capacity: 300 })) }
    expect(consequencesOf(withSlot(valuesOf(there), 'slot-1', { startTime: '09:00' }), there)[1]).toBe(
      `People on the waitlist for ${slot} get an email with the new time, too.`,
    )
  })

  test('get an email about another venue only if the event is in person', () => {
    const there = event([{ eventSlotId: 1, startTime: '08:00', endTime: '12:00', registrations: 1 }], 4)
    expect(consequencesOf({ ...valuesOf(there), venue: 'Hangar 7' }, there)).toEqual([
      '1 person is registered in person: they get an email with the new venue.',
    ])
    expect(consequencesOf({ ...values, venue: 'Hangar 7' }, saved)).toEqual([])
  })

  test('are not mentioned if nobody is registered for the slot', () => {
    expect(consequencesOf(withSlot(values, 'slot-2', { endTime: '18:00' }), saved)).toEqual([])
  })
})

function withTimes(values: EventValues, place: number, startTime: string, endTime: string): EventValues {
  return withSlot(values, values.slots[place]?.key as string, { startTime, endTime })
}

function event(
  slots: Pick<SavedEvent['slots'][number], 'eventSlotId' | 'startTime' | 'endTime' | 'registrations'>[],
  focusId = 2,
): SavedEvent {
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
    slots: slots.map((slot) => ({
      ...slot,
      version: 0,
      isOpen: true,
      capacity: null,
      breaks: [],
      focusId,
      startOn: '2027-03-09',
      endOn: '2027-03-10',
    })),
  }
}
