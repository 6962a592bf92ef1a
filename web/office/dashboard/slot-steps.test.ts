import { expect, test } from 'vitest'
import type { SlotProgress } from '#contract/office/dashboard/slot-progress.ts'
import { inPhases, nextStepOf, stateOf } from './slot-steps.ts'

const now = new Date('2026-11-25T15:00Z')
const over: SlotProgress = {
  eventId: 1,
  eventName: 'Fall Turbine',
  eventSlotId: 7,
  startOn: '2026-11-23',
  endOn: '2026-11-24',
  startTime: '08:00',
  endTime: '12:00',
  isInPerson: false,
  isDraft: false,
  isWebinar: true,
  seats: null,
  registered: 171,
  waiting: 0,
  attended: 160,
  isFinal: true,
  decisions: 0,
  creditable: 0,
  certificates: 160,
  mailed: 160,
  mailable: 0,
}
const coming = { startOn: '2026-12-01', endOn: '2026-12-01' } as const
const running = { startOn: '2026-11-25', endOn: '2026-11-26' } as const

test.each<[string, Partial<SlotProgress>, string | undefined]>([
  ['is over, with everything emailed', {}, undefined],
  ['has open questions', { decisions: 3, creditable: 9 }, 'Decide 3'],
  ['has no report', { attended: null }, 'Upload report'],
  ['has no sign-in sheet', { attended: null, isInPerson: true }, 'Enter sign-in sheet'],
  ['has people who qualify', { creditable: 160 }, 'Issue 160 certificates'],
  ['has a certificate that was not emailed', { mailed: 159, mailable: 1 }, 'Email 1 certificate'],
  ['has a certificate whose address bounced', { mailed: 159 }, undefined],
  ['was for nobody', { registered: 0, attended: null }, undefined],
  ['is still to come online', coming, undefined],
  ['is still to come without a webinar', { ...coming, isWebinar: false }, 'Add webinar ID'],
  ['is still to come in person', { ...coming, isInPerson: true }, 'Print sign-in sheet'],
  ['runs online', running, 'Poll codes'],
  ['runs in person', { ...running, isInPerson: true }, 'Check-in'],
  ['is not published', { ...coming, isDraft: true }, 'Check and publish'],
])('the next step of a slot that %s', (_, facts, expected) => {
  expect(nextStepOf({ ...over, ...facts }, now)?.action).toBe(expected)
})

test('running slots come first, then those that are over, the newest first, then the coming ones', () => {
  const older = { startOn: '2026-11-01', endOn: '2026-11-01' } as const
  const slots = [older, {}, running, coming].map((days, eventSlotId) => ({ ...over, ...days, eventSlotId }))
  expect(inPhases(slots, now).map(({ eventSlotId }) => eventSlotId)).toEqual([2, 1, 0, 3])
})

test('says what is known about the hours of a slot', () => {
  expect(stateOf(over, now)).toBe('Online · Reports final')
  expect(stateOf({ ...over, isInPerson: true, attended: null }, now)).toBe(
    'In person · No sign-in sheet or report yet',
  )
  expect(stateOf({ ...over, ...coming }, now)).toBe('Online')
})
