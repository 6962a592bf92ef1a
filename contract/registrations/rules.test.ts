import { describe, expect, test } from 'vitest'
import type { RefusalCode } from '#contract/core/refusals.ts'
import {
  cancellationRefusal,
  type RestorationFacts,
  registrationRefusal,
  restorationRefusal,
} from './rules.ts'

type RegistrationFacts = Parameters<typeof registrationRefusal>[0]

const open = { isEnabled: true }
const closed = { isEnabled: false }
const draft = { isEnabled: false, isDraft: true }
const slot = { isOpen: true, isOver: false }
const over = { isOpen: true, isOver: true }
const closedSlot = { isOpen: false, isOver: false }
const same = { slotChanges: false, hours: 0 }
const other = { slotChanges: true, hours: 0 }

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
    ['an unpublished event, which a person does not find', { event: draft }, 'EVENT_NOT_FOUND'],
    ['a draft, by an administrator', { event: draft, isByAdministrator: true }, 'EVENT_IS_DRAFT'],
    [
      'a strange slot of an unpublished event, by an administrator',
      { event: draft, slot: undefined, isByAdministrator: true },
      'EVENT_IS_DRAFT',
    ],
    ['the slot already held: the same registration', { held: same }, undefined],
    ['the slot already held, closed since', { event: closed, held: same }, undefined],
    ['the slot already held, certified', { held: { ...same, hours: 8 } }, undefined],
    ['another slot of the event: it moves', { held: other }, undefined],
    ['another slot of a closed event', { event: closed, held: other }, 'EVENT_CLOSED'],
    ['another slot after the certificate', { held: { ...other, hours: 8 } }, 'CERTIFICATE_ISSUED'],
    ['another slot, closed and certified', { event: closed, held: { ...other, hours: 8 } }, 'EVENT_CLOSED'],
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
      { held: { ...other, hours: 8 }, isByAdministrator: true },
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
    ['a registration of an open event', { ...open, hours: 0 }, undefined],
    ['what was never registered', undefined, 'NOT_REGISTERED'],
    ['a registration of a closed event', { ...closed, hours: 0 }, 'EVENT_CLOSED'],
    ['a certified registration', { ...open, hours: 8 }, 'CERTIFICATE_ISSUED'],
    ['a certified registration, closed', { ...closed, hours: 8 }, 'EVENT_CLOSED'],
  ])('%s', (_case, held, refusal) => {
    expect(cancellationRefusal(held)).toBe(refusal)
  })
})

describe('whether a registration may be restored', () => {
  const now = new Date('2027-04-01T12:00:00Z')
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const deleted = { cancelledAt: ago(1), isRegisteredAgain: false, isSlotDeleted: false }
  test.each<[string, Partial<RestorationFacts>, RefusalCode | undefined]>([
    ['one that was deleted yesterday', {}, undefined],
    ['one that holds', { cancelledAt: null }, 'NOT_DELETED'],
    ['one that was deleted 30 days ago', { cancelledAt: ago(30) }, 'RESTORING_OVER'],
    ['one whose slot is deleted since', { isSlotDeleted: true }, 'SLOT_DELETED'],
    ['one whose person has registered again', { isRegisteredAgain: true }, 'REGISTERED_AGAIN'],
  ])('%s', (_case, facts, refusal) => {
    expect(restorationRefusal({ ...deleted, ...facts }, now)).toBe(refusal)
  })
})
