import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { cancellationRefusal, getUserEvents, registerForEvent, registrationRefusal } from './calls.ts'

type RegistrationFacts = Parameters<typeof registrationRefusal>[0]

const open = { isEnabled: true }
const closed = { isEnabled: false }
const draft = { isEnabled: false, isDraft: true }
const slot = { isOpen: true, isOver: false }
const over = { isOpen: true, isOver: true }
const closedSlot = { isOpen: false, isOver: false }
const same = { slotChanges: false, hasCertificate: false }
const other = { slotChanges: true, hasCertificate: false }

describe('whether somebody may take a slot', () => {
  test.each<[string, Partial<RegistrationFacts>, RefusalCode | undefined]>([
    ['an open event', {}, undefined],
    ['an event that does not exist', { event: undefined }, 'EVENT_NOT_FOUND'],
    ['neither event nor slot', { event: undefined, slot: undefined }, 'EVENT_NOT_FOUND'],
    ['a slot of another event or focus', { slot: undefined }, 'SLOT_NOT_FOUND'],
    ['a strange slot of a closed event', { event: closed, slot: undefined }, 'SLOT_NOT_FOUND'],
    ['a strange slot, holding one', { slot: undefined, held: other }, 'SLOT_NOT_FOUND'],
    ['a closed event', { event: closed }, 'EVENT_CLOSED'],
    ['a slot that is over', { slot: over }, 'SLOT_OVER'],
    ['a slot that is closed by itself', { slot: closedSlot }, 'SLOT_CLOSED'],
    ['a slot that is over and closed', { slot: { isOpen: false, isOver: true } }, 'SLOT_OVER'],
    ['a slot that is over, of a closed event', { event: closed, slot: over }, 'EVENT_CLOSED'],
    ['the slot already held, over since', { slot: over, held: same }, undefined],
    ['the slot already held, closed by itself since', { slot: closedSlot, held: same }, undefined],
    ['another slot that is over', { slot: over, held: other }, 'SLOT_OVER'],
    ['a slot that is over, by an administrator', { slot: over, isByAdministrator: true }, undefined],
    [
      'another slot that is closed, by an administrator',
      { slot: closedSlot, held: other, isByAdministrator: true },
      undefined,
    ],
    ['a draft, which is not there for a person', { event: draft }, 'EVENT_NOT_FOUND'],
    ['a draft, by an administrator', { event: draft, isByAdministrator: true }, 'EVENT_IS_DRAFT'],
    [
      'a strange slot of a draft, by an administrator',
      { event: draft, slot: undefined, isByAdministrator: true },
      'EVENT_IS_DRAFT',
    ],
    ['the slot already held: the same registration', { held: same }, undefined],
    ['the slot already held, closed since', { event: closed, held: same }, undefined],
    ['the slot already held, certified', { held: { ...same, hasCertificate: true } }, undefined],
    ['another slot of the event: it moves', { held: other }, undefined],
    ['another slot of a closed event', { event: closed, held: other }, 'EVENT_CLOSED'],
    [
      'another slot after the certificate',
      { held: { ...other, hasCertificate: true } },
      'CERTIFICATE_ISSUED',
    ],
    [
      'another slot, closed and certified',
      { event: closed, held: { ...other, hasCertificate: true } },
      'EVENT_CLOSED',
    ],
    ['a profile that is not complete', { isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
    ['an incomplete profile, closed', { event: closed, isProfileComplete: false }, 'EVENT_CLOSED'],
    ['an incomplete profile, moving', { held: other, isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
    ['the slot already held, incomplete since', { held: same, isProfileComplete: false }, undefined],
    ['a closed event, by an administrator', { event: closed, isByAdministrator: true }, undefined],
    [
      'another slot of a closed event, by an administrator',
      { event: closed, held: other, isByAdministrator: true },
      undefined,
    ],
    [
      'another slot after the certificate, by an administrator',
      { held: { ...other, hasCertificate: true }, isByAdministrator: true },
      'CERTIFICATE_ISSUED',
    ],
    [
      'an incomplete profile, by an administrator',
      { isProfileComplete: false, isByAdministrator: true },
      'PROFILE_INCOMPLETE',
    ],
  ])('%s', (_case, facts, refusal) => {
    expect(registrationRefusal({ event: open, slot, isProfileComplete: true, ...facts })).toBe(refusal)
  })
})

describe('whether somebody may cancel', () => {
  test.each<[string, Parameters<typeof cancellationRefusal>[0], RefusalCode | undefined]>([
    ['a registration of an open event', { ...open, hasCertificate: false }, undefined],
    ['what was never registered', undefined, 'NOT_REGISTERED'],
    ['a registration of a closed event', { ...closed, hasCertificate: false }, 'EVENT_CLOSED'],
    ['a certified registration', { ...open, hasCertificate: true }, 'CERTIFICATE_ISSUED'],
    ['a certified registration, closed', { ...closed, hasCertificate: true }, 'EVENT_CLOSED'],
  ])('%s', (_case, held, refusal) => {
    expect(cancellationRefusal(held)).toBe(refusal)
  })
})

describe('registering', () => {
  const body = registerForEvent.body as z.ZodMiniType
  const sent = { eventId: 1, eventSlotId: 11, focusId: 2 }

  test('takes event, slot and focus, and drops what it does not know', () => {
    expect(z.parse(body, { ...sent, hours: 8 })).toEqual(sent)
  })

  test.each(['eventId', 'eventSlotId', 'focusId'])('needs %s as a whole number', (field) => {
    for (const value of [undefined, null, '1', 1.5, 0, -1, 2 ** 31, [1], {}]) {
      const issues = z.safeParse(body, { ...sent, [field]: value }).error?.issues
      expect(issues).toMatchObject([{ path: [field], message: 'Has to be a whole number above 0' }])
    }
  })

  test.each(['1', '', 1, null, "' or 1=1", 'x'.repeat(1 << 20)])('refuses the user id %o', (userId) => {
    const issues = z.safeParse(body, { ...sent, userId }).error?.issues
    expect(issues).toMatchObject([{ path: ['userId'], message: 'A user id is a UUID' }])
  })
})

test('the public list of slots gives no join URL, certificate or personal field', () => {
  const held = {
    registrationId: 900,
    userId: '00000000-0000-4000-8000-000000000001',
    email: 'ada@example.com',
    firstName: 'Ada',
    eventId: 1,
    eventSlotId: 11,
    joinUrl: 'https://webinar.example.com/j/1',
    certificateLink: 'https://portal.example.com/download?certificate=x',
    hours: 8,
    focusName: 'Piston',
    focusId: 2,
    startOn: '2027-02-09',
  }
  expect(z.encode(getUserEvents.data as z.ZodMiniType, { registeredEvents: [held] })).toEqual({
    registeredEvents: [{ event_id: 1, event_slot_id: 11, focus_id: 2, start_date: '09/02/2027' }],
  })
})
