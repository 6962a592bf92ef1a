import { describe, expect, test } from 'vitest'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import type { SlotValues } from '#web/events/slots/slot-values.ts'
import type { PreviewedEvent } from './event-preview.ts'
import { previewedValues, previewOf } from './event-preview.ts'
import type { EventValues } from './event-values.ts'

const morning = {
  eventSlotId: 1,
  focusId: 2,
  startOn: '2027-02-09',
  endOn: '2027-02-10',
  startTime: '08:00',
  endTime: '12:00',
  isOpen: true,
  breaks: [] as never[],
} as const
const afternoon = { ...morning, eventSlotId: 2, startTime: '13:00', endTime: '17:00' } as const
const event: PreviewedEvent = {
  eventId: 7,
  eventName: 'Piston 2027',
  description: '{"eventLogoLink":"/api/files/a"}',
  videoLink: null,
  venue: null,
  isInPerson: null,
  facts: null,
  featuredSponsorId: 5,
  isEnabled: true,
  isDraft: false,
  speakers: [],
  sponsors: [],
  slots: [afternoon, morning],
}

describe('a preview', () => {
  test('shows the card of the event with its slots in order and without a registration', () => {
    expect(previewOf(event)).toMatchObject({
      eventId: 7,
      eventName: 'Piston 2027',
      logo: '/api/files/a',
      focusId: 2,
      focusName: 'Piston',
      startOn: '2027-02-09',
      endOn: '2027-02-10',
      featuredSponsorId: 5,
      slots: [
        { eventSlotId: 1, startTime: '08:00', alreadyRegistered: false },
        { eventSlotId: 2, startTime: '13:00', alreadyRegistered: false },
      ],
    })
  })

  test.each([
    ['an open event', { isEnabled: true, isDraft: false }, true],
    ['an unpublished event as open', { isEnabled: false, isDraft: true }, true],
    ['a closed event as closed', { isEnabled: false, isDraft: false }, false],
  ])('shows %s', (_, state, isEnabled) => {
    expect(previewOf({ ...event, ...state })?.isEnabled).toBe(isEnabled)
  })

  test('does not exist without slots', () => {
    expect(previewOf({ ...event, slots: [] })).toBeUndefined()
  })
})

describe('an event with unsaved changes', () => {
  const typed = (given: Partial<SlotValues>): SlotValues => ({
    ...morning,
    key: 'k',
    capacity: null,
    isRemoved: false,
    ...given,
  })
  const values: EventValues = {
    eventName: 'Typed',
    isEnabled: false,
    videoLink: '',
    venue: 'Hangar 1',
    isInPerson: null,
    facts: null,
    logo: '/api/files/b',
    featuredSponsorId: 5,
    slots: [typed({})],
  }
  const saved = {
    ...event,
    isDraft: true,
    sponsors: [{ sponsorId: 5 }],
    featuredSponsorId: null,
    slots: [],
  } as unknown as AdminEvent

  test('is previewed with its saved speakers and sponsors', () => {
    expect(previewedValues(values, saved)).toMatchObject({
      eventId: 7,
      eventName: 'Typed',
      description: '{"eventLogoLink":"/api/files/b"}',
      venue: 'Hangar 1',
      videoLink: null,
      isDraft: true,
      featuredSponsorId: 5,
      sponsors: [{ sponsorId: 5 }],
      slots: [morning],
    })
  })

  test('is previewed before it is saved for the first time', () => {
    const { eventId, sponsors, slots } = previewedValues(
      { ...values, slots: [typed({ eventSlotId: null })] },
      undefined,
    )
    expect([eventId, sponsors, slots]).toEqual([0, [], [{ ...morning, eventSlotId: -1 }]])
  })

  test('is previewed with the lunch that a new slot in person will have', () => {
    const long = typed({ eventSlotId: null, focusId: 4, endTime: '17:00', breaks: null })
    const { slots } = previewedValues({ ...values, slots: [long] }, saved)
    expect(slots[0]?.breaks).toEqual([{ from: '12:00', to: '13:00', name: 'Lunch' }])
  })

  test.each([
    ['removed', { isRemoved: true }],
    ['without a day yet', { endOn: '' }],
    ['without a time yet', { startTime: '' }],
    ['without a type yet', { focusId: null }],
  ])('leaves out a slot that is %s', (_, given) => {
    const { slots } = previewedValues({ ...values, slots: [typed({}), typed(given)] }, saved)
    expect(slots).toEqual([morning])
  })
})
