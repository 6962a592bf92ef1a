import { expect, test } from 'vitest'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { setUpSteps } from './set-up-steps.ts'

const now = new Date('2026-11-25T15:00Z')
const slot = { focusId: 2, webinarId: '1', endOn: '2027-01-20', endTime: '12:00' }
const event = (more: object = {}, ...slots: object[]) =>
  ({
    isEnabled: true,
    isInPerson: null,
    speakers: [{}],
    sponsors: [{}],
    slots: (slots.length > 0 ? slots : [{}]).map((each) => ({ ...slot, ...each })),
    ...more,
  }) as AdminEvent

/** A letter per completed step: provider, events, speakers, sponsors, webinar IDs, open. */
const done = (events: AdminEvent[], hasProvider = false) =>
  setUpSteps(events, hasProvider, now)
    .map(({ isDone }, place) => (isDone ? 'pesgwo'[place] : '-'))
    .join('')

test.each<[string, AdminEvent[], string]>([
  ['an empty portal', [], '------'],
  ['only past events', [event({}, { endOn: '2026-11-25', endTime: '09:00' })], '------'],
  ['an open event with everything', [event()], '-esgwo'],
  ['a draft with everything', [event({ isEnabled: false })], '-esgw-'],
  ['an event without slots', [event({ slots: [], isEnabled: false })], '------'],
  ['an event without speakers and sponsors', [event(), event({ speakers: [], sponsors: [] })], '-e--wo'],
  ['a slot without a webinar ID', [event({}, {}, { webinarId: null })], '-esg-o'],
  ['an in-person slot without one', [event({ isInPerson: true }, { webinarId: null })], '-esgwo'],
  ['a past slot without one', [event({}, {}, { webinarId: null, endOn: '2026-11-24' })], '-esgwo'],
])('the steps of %s', (_, events, expected) => {
  expect(done(events)).toBe(expected)
})

test('the training provider is a step until somebody has saved it', () => {
  expect(done([], true)).toBe('p-----')
})
