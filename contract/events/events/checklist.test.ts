import { describe, expect, test } from 'vitest'
import { eventChecklist } from './checklist.ts'

type Checked = Parameters<typeof eventChecklist>[0]

const slot = {
  focusId: 2,
  startOn: '2027-02-09',
  endOn: '2027-02-10',
  endTime: '12:00',
  webinarId: '8001',
} as const
const without = { ...slot, webinarId: null }
const inPerson = { ...slot, focusId: 4, webinarId: null }

const ready: Checked = {
  description: `{"eventLogoLink":"/api/files/${'a'.repeat(64)}"}`,
  slots: [slot, slot, slot],
  speakers: [{ day: 1 }, { day: 2 }],
  sponsors: [{}],
  featuredSponsorId: 5,
  venue: null,
  isInPerson: null,
  videoLink: null,
}
const before = new Date('2027-02-10T16:59:59Z')
const after = new Date('2027-02-10T17:00:00Z')

const itemsOf = (event: Partial<Checked>, now = before) => eventChecklist({ ...ready, ...event }, now)

test('a virtual event needs slots, a logo, webinars, speakers for both days and a featured sponsor', () => {
  expect(itemsOf({})).toEqual([
    { what: 'slots', isDone: true, words: '3 time slots' },
    { what: 'logo', isDone: true, words: 'Logo' },
    { what: 'webinars', isDone: true, words: 'Webinar ID for each time slot' },
    { what: 'speakers', isDone: true, words: 'Speakers for both days' },
    { what: 'sponsor', isDone: true, words: 'Featured sponsor' },
  ])
})

test('an in-person event needs a venue, but neither webinars nor a second day', () => {
  expect(itemsOf({ slots: [inPerson], speakers: [{ day: 1 }], venue: 'Hangar 1' })).toEqual([
    { what: 'slots', isDone: true, words: '1 time slot' },
    { what: 'logo', isDone: true, words: 'Logo' },
    { what: 'speakers', isDone: true, words: 'Speakers' },
    { what: 'sponsor', isDone: true, words: 'Featured sponsor' },
    { what: 'venue', isDone: true, words: 'Venue' },
  ])
})

test('a new event misses everything that can be checked', () => {
  const empty = { description: '{}', slots: [], speakers: [], sponsors: [], featuredSponsorId: null }
  expect(itemsOf(empty).map(({ isDone, words }) => [isDone, words])).toEqual([
    [false, 'No time slots'],
    [false, 'No logo'],
    [false, 'No speakers'],
    [false, 'No sponsors'],
  ])
})

describe('an event misses', () => {
  test.each<[string, Partial<Checked>, Date, string[]]>([
    ['nothing', {}, before, []],
    ['a logo if the logo is empty', { description: '{"eventLogoLink":""}' }, before, ['No logo']],
    [
      'the webinar of some slots',
      { slots: [without, slot, without] },
      before,
      ['No webinar ID for 2 of 3 time slots'],
    ],
    [
      'the webinar of all slots',
      { slots: [without, without] },
      before,
      ['No webinar ID for 2 of 2 time slots'],
    ],
    ['the webinar of its only slot', { slots: [without] }, before, ['No webinar ID for the time slot']],
    [
      'a webinar if the webinar ID is empty',
      { slots: [{ ...slot, webinarId: '' }] },
      before,
      ['No webinar ID for the time slot'],
    ],
    [
      'only the webinars of virtual slots if another slot is in person',
      { slots: [inPerson, without, slot], venue: 'Hangar 1' },
      before,
      ['No webinar ID for 1 of 2 time slots'],
    ],
    [
      'the speakers of the second day',
      { speakers: [{ day: 1 }, { day: 1 }] },
      before,
      ['No speakers for day 2'],
    ],
    ['the speakers of the first day', { speakers: [{ day: 2 }] }, before, ['No speakers for day 1']],
    ['speakers', { speakers: [] }, before, ['No speakers']],
    [
      'the speakers of its day if it is in person',
      { slots: [inPerson], venue: 'Hangar 1', speakers: [{ day: 2 }] },
      before,
      ['No speakers for day 1'],
    ],
    ['a featured sponsor', { featuredSponsorId: null }, before, ['No featured sponsor']],
    ['a venue', { slots: [inPerson] }, before, ['No venue']],
    ['the recording once its last slot is over', {}, after, ['No link to the recording']],
    [
      'no recording before its last slot is over',
      { slots: [slot, { ...slot, endOn: '2027-03-10' }] },
      after,
      [],
    ],
    ['nothing if it has a recording', { videoLink: 'https://youtu.be/abcdefghijk' }, after, []],
  ])('%s', (_, event, now, missing) => {
    const items = itemsOf(event, now)
    expect(items.filter(({ isDone }) => !isDone).map(({ words }) => words)).toEqual(missing)
  })
})
