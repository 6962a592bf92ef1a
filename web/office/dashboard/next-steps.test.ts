import { expect, test } from 'vitest'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import type { EndedSlot } from '#contract/office/dashboard/calls.ts'
import type { NextStepFacts } from './next-steps.ts'
import { nextSteps } from './next-steps.ts'

const now = new Date('2026-11-25T15:00Z')
const nothing: NextStepFacts = {
  ended: undefined,
  reviews: undefined,
  drift: undefined,
  failedMails: undefined,
  events: undefined,
  hasProvider: undefined,
  unprintable: undefined,
}
const shown = (facts: Partial<NextStepFacts>) =>
  nextSteps({ ...nothing, ...facts }, now).map(({ text, action }) => [text, action])

const ended: EndedSlot = {
  eventSlotId: 7,
  eventName: 'Fall Turbine',
  endedAt: new Date('2026-11-23T14:00Z'),
  registered: 400,
  attended: 1330,
  certificates: 0,
  creditable: 1300,
}
const slot = { focusId: 2, webinarId: null, startOn: '2027-01-19', endOn: '2027-01-20', endTime: '12:00' }
const event = (more: object, ...slots: object[]) =>
  ({
    eventId: 1,
    eventName: 'Piston',
    isDraft: false,
    isInPerson: null,
    slots: slots.map((each) => ({ ...slot, ...each })),
    ...more,
  }) as AdminEvent

test('a certificate that waits for a name as printed leads to the account', () => {
  expect(shown({ unprintable: [{ userId: 'a', name: 'ⵉⴷ Doe', letters: 'ⵉⴷ' }] })).toEqual([
    ["The certificate of ⵉⴷ Doe waits for a name as printed: it can't print ⵉ ⴷ.", 'See the account'],
  ])
})

test.each<[string, Partial<EndedSlot>, string[]]>([
  [
    'people qualify',
    {},
    ['Fall Turbine ended 2 days ago: 1,330 attended, 0 certificates.', 'Credit 1,300 now'],
  ],
  [
    'nobody qualifies',
    { attended: 1, creditable: 0 },
    ['Fall Turbine ended 2 days ago: 1 attended, 0 certificates.', 'See the time slot'],
  ],
  [
    'no report came',
    { attended: null, creditable: 0 },
    ['Fall Turbine ended 2 days ago: no attendance report yet.', 'See the time slot'],
  ],
  [
    'it ended today',
    { endedAt: new Date('2026-11-25T12:30Z'), certificates: 1 },
    ['Fall Turbine ended 2 hours ago: 1,330 attended, 1 certificate.', 'Credit 1,300 now'],
  ],
  [
    'it has just ended',
    { endedAt: new Date('2026-11-25T14:30Z') },
    ['Fall Turbine ended less than an hour ago: 1,330 attended, 0 certificates.', 'Credit 1,300 now'],
  ],
])('a slot is named if %s', (_, changes, words) => {
  expect(shown({ ended: [{ ...ended, ...changes }] })).toEqual([words])
})

test.each<[string, Partial<NextStepFacts>, string[][]]>([
  [
    'waiting reviews',
    { reviews: { open: 2, oldestAt: new Date() } },
    [['2 reviews wait, all asked for today.', 'Answer']],
  ],
  ['no waiting review', { reviews: { open: 0, oldestAt: null } }, []],
  [
    'people out of sync',
    { drift: { slots: 2, differences: 1 } },
    [['Out of sync with the webinar platform: 1 person in 2 time slots.', 'See the webinars']],
  ],
  ['nobody out of sync', { drift: { slots: 0, differences: 0 } }, []],
  [
    'a missing training provider',
    { hasProvider: false },
    [["Certificates need the training provider's name and signatory.", 'Set up the training provider']],
  ],
  ['a complete training provider', { hasProvider: true }, []],
  ['failed emails', { failedMails: 3 }, [['3 emails failed.', 'See the emails']]],
  ['no failed email', { failedMails: 0 }, []],
  [
    'drafts, not what they lack',
    { events: [event({ isDraft: true }, {})] },
    [['Piston is not published yet.', 'Check and publish']],
  ],
  [
    'coming virtual slots without a webinar ID',
    {
      events: [
        event({}, {}, {}, { webinarId: '1' }, { endOn: '2026-11-25', endTime: '10:00' }),
        event({ eventId: 2, isInPerson: true }, {}),
      ],
    },
    [['Piston: 2 time slots without a webinar ID.', 'Add webinar IDs']],
  ],
])('the next steps name %s', (_, facts, words) => {
  expect(shown(facts)).toEqual(words)
})

test('what an earlier event lacks comes first', () => {
  const later = event({ eventId: 2, eventName: 'Turbine', isDraft: true }, { startOn: '2028-02-08' })
  const events = [later, event({}, {}, { startOn: '2027-02-02' })]
  expect(shown({ events }).map(([text]) => text)).toEqual([
    'Piston: 2 time slots without a webinar ID.',
    'Turbine is not published yet.',
  ])
})

test('the training provider comes before the hours that wait for it', () => {
  const [first] = shown({ ended: [ended], hasProvider: false })
  expect(first?.[1]).toBe('Set up the training provider')
})

test('hours after a seminar come first', () => {
  const [first] = shown({ events: [event({ isDraft: true })], failedMails: 1, ended: [ended] })
  expect(first?.[1]).toBe('Credit 1,300 now')
})
