import { expect, test } from 'vitest'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import type { EndedSlot } from '#contract/office/dashboard/calls.ts'
import type { Waitlist } from '#contract/registrations/waitlists/calls.ts'
import type { NextStepFacts } from './next-steps.ts'
import { nextSteps } from './next-steps.ts'

const now = new Date('2026-11-25T15:00Z')
const nothing: NextStepFacts = {
  ended: undefined,
  reviews: undefined,
  rosters: undefined,
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
  startOn: '2026-11-22',
  endOn: '2026-11-23',
  startTime: '08:00',
  endTime: '09:00',
  endedAt: new Date('2026-11-23T14:00Z'),
  registered: 400,
  attended: 1330,
  certificates: 0,
  creditable: 1300,
  unmailed: 0,
  undeliverable: 0,
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
    ["The certificate of ⵉⴷ Doe is on hold for a printable name: it can't print ⵉ ⴷ.", 'See the account'],
  ])
})

test.each<[string, Partial<EndedSlot>, string[]]>([
  [
    'people qualify',
    {},
    [
      'Fall Turbine, 22 Nov 2026 – 23 Nov 2026, 8:00 AM EST ended 2 days ago: 1,330 attended, 0 certificates.',
      'Issue 1,300 certificates',
    ],
  ],
  [
    'nobody qualifies',
    { attended: 1, creditable: 0 },
    [
      'Fall Turbine, 22 Nov 2026 – 23 Nov 2026, 8:00 AM EST ended 2 days ago: 1 attended, 0 certificates.',
      'See the time slot',
    ],
  ],
  [
    'no report came',
    { attended: null, creditable: 0 },
    [
      'Fall Turbine, 22 Nov 2026 – 23 Nov 2026, 8:00 AM EST ended 2 days ago: no attendance report yet.',
      'See the time slot',
    ],
  ],
  [
    'it ended today',
    { endedAt: new Date('2026-11-25T12:30Z'), certificates: 1 },
    [
      'Fall Turbine, 22 Nov 2026 – 23 Nov 2026, 8:00 AM EST ended 2 hours ago: 1,330 attended, 1 certificate.',
      'Issue 1,300 certificates',
    ],
  ],
  [
    'it has just ended',
    { endedAt: new Date('2026-11-25T14:30Z') },
    [
      'Fall Turbine, 22 Nov 2026 – 23 Nov 2026, 8:00 AM EST ended less than an hour ago: 1,330 attended, 0 certificates.',
      'Issue 1,300 certificates',
    ],
  ],
])('a slot is named if %s', (_, changes, words) => {
  expect(shown({ ended: [{ ...ended, ...changes }] })).toEqual([words])
})

test.each<[string, Partial<NextStepFacts>, string[][]]>([
  [
    'waiting reviews',
    { reviews: { open: 2, oldestAt: new Date() } },
    [['2 review requests, all from today.', 'Answer']],
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
  expect(first?.[1]).toBe('Issue 1,300 certificates')
})

const mailing = { certificates: 160, unmailed: 160, creditable: 0 }
const place = 'Fall Turbine, 22 Nov 2026 – 23 Nov 2026, 8:00 AM EST'
test.each<[string, Partial<EndedSlot>, string[]]>([
  ['none was', {}, [`${place}: 160 certificates issued, 0 emailed`, 'Email 160']],
  ['some were', { unmailed: 2 }, [`${place}: 160 certificates issued, 158 emailed`, 'Email 2']],
  [
    'addresses bounced, too',
    { unmailed: 3, undeliverable: 1 },
    [`${place}: 160 certificates issued, 157 emailed, 1 without a deliverable address`, 'Email 2'],
  ],
  [
    'only addresses that bounced are left',
    { unmailed: 1, undeliverable: 1 },
    [`${place}: 160 certificates issued, 159 emailed, 1 without a deliverable address`, 'See the addresses'],
  ],
])('certificates that were not emailed keep a line if %s', (_, changes, words) => {
  expect(shown({ ended: [{ ...ended, ...mailing, ...changes }] })).toEqual([words])
})

const seats = {
  eventSlotId: 8,
  eventId: 1,
  eventName: 'Piston',
  isInPerson: false,
  breaks: [],
  startOn: '2027-01-19',
  endOn: '2027-01-19',
  startTime: '08:00',
  endTime: '12:00',
  capacity: 60,
  seatsLeft: 2,
  entries: [],
} as Waitlist
const entry = {} as Waitlist['entries'][number]
test.each<[string, Partial<Waitlist>, string | undefined]>([
  ['few seats are free', {}, 'Piston, 19 Jan 2027, 8:00 AM EST: 2 of 60 seats free'],
  ['it is full', { seatsLeft: 0 }, 'Piston, 19 Jan 2027, 8:00 AM EST: full'],
  [
    'somebody waits',
    { seatsLeft: 0, entries: [entry] },
    'Piston, 19 Jan 2027, 8:00 AM EST: full, 1 on the waitlist',
  ],
  ['many seats are free', { seatsLeft: 40 }, undefined],
  ['it is over', { startOn: '2026-11-01', endOn: '2026-11-01' }, undefined],
])('seats of a slot are named if %s', (_, changes, words) => {
  expect(shown({ waitlists: [{ ...seats, ...changes }] }).map(([text]) => text)).toEqual(words ? [words] : [])
})

test.each<[string, Partial<NextStepFacts>]>([
  ['certificates that were not emailed', { ended: [{ ...ended, ...mailing }] }],
  ['a review request', { reviews: { open: 1, oldestAt: now } }],
  ['a question', { waits: 1 }],
  ['a failing scheduled job', { failingJobs: [{ name: 'remind-of-renewal' }] }],
  ['a waitlist', { waitlists: [{ ...seats, seatsLeft: 9, entries: [entry] }] }],
])('there is something to do if the only cause is %s', (_, facts) => {
  expect(shown(facts)).toHaveLength(1)
  // The season does not matter.
  expect(nextSteps({ ...nothing, ...facts }, new Date('2026-04-01T12:00Z'))).toHaveLength(1)
})

test('steps about an event lead to its page, and those about seats to its waitlist', () => {
  const steps = nextSteps(
    {
      ...nothing,
      waitlists: [{ ...seats, eventId: 4 }],
      events: [event({ eventId: 5, isDraft: true }), event({ eventId: 6 }, {})],
    },
    now,
  )
  expect(steps.map(({ link }) => link?.to)).toEqual([
    '/admin/private/manage-events/4/waitlist',
    '/admin/private/manage-events/5',
    '/admin/private/manage-events/6',
  ])
})

test('a roster waits until it is reported, and again for its differences', () => {
  const due = { eventId: 7, eventName: 'Fall Turbine', differences: 12, isReported: false }
  expect(shown({ rosters: [due, { ...due, differences: 1, isReported: true }] })).toEqual([
    ['Roster of Fall Turbine not reported yet.', 'See the roster'],
    ['Roster of Fall Turbine: 1 difference not reported yet.', 'See the roster'],
  ])
})
