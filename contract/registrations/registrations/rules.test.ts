import { describe, expect, test } from 'vitest'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { RestorationFacts } from './rules.ts'
import { cancellationRefusal, registrationRefusal, restorationRefusal } from './rules.ts'

type RegistrationFacts = Parameters<typeof registrationRefusal>[0]

const open = { isEnabled: true }
const closed = { isEnabled: false }
const draft = { isEnabled: false, isDraft: true }
const slot = { isOpen: true, isOver: false }
const over = { isOpen: true, isOver: true }
const closedSlot = { isOpen: false, isOver: false }
const full = { isOpen: true, isOver: false, isFull: true }
const same = { slotChanges: false, hours: 0 }
const other = { slotChanges: true, hours: 0 }

describe('taking a slot', () => {
  test.each<[string, Partial<RegistrationFacts>, RefusalCode | undefined]>([
    ['is allowed in an open event', {}, undefined],
    ['is refused in an unknown event', { event: undefined }, 'EVENT_NOT_FOUND'],
    ['is refused without an event and a slot', { event: undefined, slot: undefined }, 'EVENT_NOT_FOUND'],
    ['is refused for a slot of another event or focus', { slot: undefined }, 'SLOT_NOT_FOUND'],
    [
      'is refused for an unknown slot of a closed event',
      { event: closed, slot: undefined },
      'SLOT_NOT_FOUND',
    ],
    [
      'is refused for an unknown slot to a registered person',
      { slot: undefined, held: other },
      'SLOT_NOT_FOUND',
    ],
    ['is refused in a closed event', { event: closed }, 'EVENT_CLOSED'],
    ['is refused in a slot that is over', { slot: over }, 'SLOT_OVER'],
    ['is refused in a closed slot', { slot: closedSlot }, 'SLOT_CLOSED'],
    ['is refused in a full slot', { slot: full }, 'SLOT_FULL'],
    ["is allowed for the person's own slot even if it is full", { slot: full, held: same }, undefined],
    ['is refused for a move to a full slot', { slot: full, held: other }, 'SLOT_FULL'],
    ['names a full slot last', { slot: full, isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
    ['is refused to an administrator in a full slot', { slot: full, isByAdministrator: true }, 'SLOT_FULL'],
    [
      'is allowed to an administrator who overbooks',
      { slot: full, isByAdministrator: true, overbooks: true },
      undefined,
    ],
    ['is refused to a person who asks to overbook', { slot: full, overbooks: true }, 'SLOT_FULL'],
    ['is refused in a slot that is over and closed', { slot: { isOpen: false, isOver: true } }, 'SLOT_OVER'],
    ['is refused in a slot of a closed event that is over', { event: closed, slot: over }, 'EVENT_CLOSED'],
    ["is allowed for the person's own slot even if it is over", { slot: over, held: same }, undefined],
    [
      "is allowed for the person's own slot even if it is closed",
      { slot: closedSlot, held: same },
      undefined,
    ],
    ['is refused for a move to a slot that is over', { slot: over, held: other }, 'SLOT_OVER'],
    [
      'is allowed to an administrator in a slot that is over',
      { slot: over, isByAdministrator: true },
      undefined,
    ],
    [
      'is allowed to an administrator for a move to a closed slot',
      { slot: closedSlot, held: other, isByAdministrator: true },
      undefined,
    ],
    ['is refused in an unpublished event as if it did not exist', { event: draft }, 'EVENT_NOT_FOUND'],
    [
      'is refused to an administrator in an unpublished event',
      { event: draft, isByAdministrator: true },
      'EVENT_IS_DRAFT',
    ],
    [
      'is refused to an administrator for an unknown slot of an unpublished event',
      { event: draft, slot: undefined, isByAdministrator: true },
      'EVENT_IS_DRAFT',
    ],
    ["is allowed for the person's own slot", { held: same }, undefined],
    [
      "is allowed for the person's own slot even if the event is closed",
      { event: closed, held: same },
      undefined,
    ],
    [
      "is allowed for the person's own slot even with a certificate",
      { held: { ...same, hours: 8 } },
      undefined,
    ],
    ['is allowed for a move to another slot', { held: other }, undefined],
    ['is refused for a move in a closed event', { event: closed, held: other }, 'EVENT_CLOSED'],
    ['is refused for a move with a certificate', { held: { ...other, hours: 8 } }, 'CERTIFICATE_ISSUED'],
    [
      'is refused for a move with a certificate in a closed event',
      { event: closed, held: { ...other, hours: 8 } },
      'EVENT_CLOSED',
    ],
    ['is refused with an incomplete profile', { isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
    [
      'is refused with an incomplete profile in a closed event',
      { event: closed, isProfileComplete: false },
      'EVENT_CLOSED',
    ],
    [
      'is refused for a move with an incomplete profile',
      { held: other, isProfileComplete: false },
      'PROFILE_INCOMPLETE',
    ],
    [
      "is allowed for the person's own slot even with an incomplete profile",
      { held: same, isProfileComplete: false },
      undefined,
    ],
    [
      'is allowed to an administrator in a closed event',
      { event: closed, isByAdministrator: true },
      undefined,
    ],
    [
      'is allowed to an administrator for a move in a closed event',
      { event: closed, held: other, isByAdministrator: true },
      undefined,
    ],
    [
      'is refused to an administrator for a move with a certificate',
      { held: { ...other, hours: 8 }, isByAdministrator: true },
      'CERTIFICATE_ISSUED',
    ],
    [
      'is refused to an administrator with an incomplete profile',
      { isProfileComplete: false, isByAdministrator: true },
      'PROFILE_INCOMPLETE',
    ],
  ])('%s', (_case, facts, refusal) => {
    expect(registrationRefusal({ event: open, slot, isProfileComplete: true, ...facts })).toBe(refusal)
  })
})

describe('canceling a registration', () => {
  test.each<[string, Parameters<typeof cancellationRefusal>[0], RefusalCode | undefined]>([
    ['is allowed in an open event', { ...open, hours: 0 }, undefined],
    ['is refused without a registration', undefined, 'NOT_REGISTERED'],
    ['is refused in a closed event', { ...closed, hours: 0 }, 'EVENT_CLOSED'],
    ['is refused with a certificate', { ...open, hours: 8 }, 'CERTIFICATE_ISSUED'],
    ['is refused with a certificate in a closed event', { ...closed, hours: 8 }, 'EVENT_CLOSED'],
  ])('%s', (_case, held, refusal) => {
    expect(cancellationRefusal(held)).toBe(refusal)
  })
})

describe('restoring a registration', () => {
  const now = new Date('2027-04-01T12:00:00Z')
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const deleted = { cancelledAt: ago(1), isRegisteredAgain: false, isSlotDeleted: false }
  test.each<[string, Partial<RestorationFacts>, RefusalCode | undefined]>([
    ['is allowed a day after the deletion', {}, undefined],
    ['is refused for an active registration', { cancelledAt: null }, 'NOT_DELETED'],
    ['is refused 30 days after the deletion', { cancelledAt: ago(30) }, 'RESTORING_OVER'],
    ['is refused if the slot was deleted', { isSlotDeleted: true }, 'SLOT_DELETED'],
    ['is refused if the slot is full', { isFull: true }, 'SLOT_FULL'],
    ['is refused if the person registered again', { isRegisteredAgain: true }, 'REGISTERED_AGAIN'],
  ])('%s', (_case, facts, refusal) => {
    expect(restorationRefusal({ ...deleted, ...facts }, now)).toBe(refusal)
  })
})
