import { describe, expect, test } from 'vitest'
import type { BulkFacts, BulkVerdict, UndoFacts } from './rules.ts'
import { bulkVerdict, undoVerdict } from './rules.ts'

const move = { kind: 'move', eventId: 1, eventSlotId: 12, focusId: 2 } as const
const facts = {
  eventId: 1,
  eventSlotId: 11,
  hours: 0,
  isDecided: false,
  isMailed: false,
  isBounced: false,
  isProfileComplete: true,
  isProviderComplete: true,
  isOver: false,
  isSlotKnown: true,
}

describe('moving to another slot gives a verdict for', () => {
  test.each<[string, Partial<typeof facts>, BulkVerdict]>([
    ['a registration of the event', {}, 'changes'],
    ['a registration that has the slot already', { eventSlotId: 12 }, 'unchanged'],
    ['a registration of another event', { eventId: 2 }, 'SLOT_NOT_FOUND'],
    ['a registration with credited hours', { hours: 8 }, 'CERTIFICATE_ISSUED'],
    ['one whose profile is not complete', { isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
  ])('%s', (_case, changes, verdict) => {
    expect(bulkVerdict(move, { ...facts, ...changes })).toBe(verdict)
  })
})

describe('crediting hours gives a verdict for', () => {
  test.each<[string, number, Partial<typeof facts>, BulkVerdict]>([
    ['a registration without hours', 8, {}, 'changes'],
    ['the same hours of a person', 8, { hours: 8, isDecided: true }, 'unchanged'],
    ['the same hours of the rule', 8, { hours: 8 }, 'changes'],
    ['0 hours where nothing is credited', 0, {}, 'unchanged'],
    ['0 hours where the rule gave some', 0, { hours: 8 }, 'changes'],
    [
      'hours before the training provider is complete',
      8,
      { isProviderComplete: false },
      'PROVIDER_INCOMPLETE',
    ],
    ['a correction before that', 4, { hours: 8, isProviderComplete: false }, 'changes'],
    ['a withdrawal before that', 0, { hours: 8, isProviderComplete: false }, 'changes'],
  ])('%s', (_case, hours, changes, verdict) => {
    const action = { kind: 'credit', hours, includesEarly: true, reason: 'Signed' } as const
    expect(bulkVerdict(action, { ...facts, ...changes })).toBe(verdict)
  })
})

describe('crediting unusual hours gives a verdict for', () => {
  const over = { isOver: true }
  const more = { hand: 'more-than-taught' } as const
  test.each<[string, Partial<BulkFacts>, { includesEarly?: boolean; reason?: string }, BulkVerdict]>([
    ['usual hours', over, {}, 'changes'],
    ['an event that is not over', {}, {}, 'EVENT_NOT_OVER'],
    [
      'an event that is not over, without a reason',
      {},
      { includesEarly: true, reason: ' ' },
      'CREDIT_UNUSUAL',
    ],
    ['an event that is not over, with a reason', {}, { includesEarly: true, reason: 'Signed' }, 'changes'],
    ['more than were taught', { ...over, ...more }, { reason: 'Signed' }, 'CREDIT_UNUSUAL'],
    [
      'more than were taught, without a reason',
      { ...over, ...more },
      { includesEarly: true },
      'CREDIT_UNUSUAL',
    ],
    [
      'more than were taught, with both',
      { ...over, ...more },
      { includesEarly: true, reason: 'Signed' },
      'changes',
    ],
    [
      'days that nobody knows',
      { ...over, hand: 'CREDIT_DAYS_NEEDED' },
      { includesEarly: true, reason: 'Signed' },
      'CREDIT_DAYS_NEEDED',
    ],
  ])('%s', (_case, changes, choices, verdict) => {
    expect(bulkVerdict({ kind: 'credit', hours: 8, ...choices }, { ...facts, ...changes })).toBe(verdict)
  })
})

describe('crediting the hours that were found gives a verdict for', () => {
  const found = { hours: 8, next: 'write', isAsShown: true } as const
  test.each<[string, Partial<BulkFacts>, BulkVerdict]>([
    ['somebody who qualifies', { found }, 'changes'],
    ['somebody with fewer hours of the rule', { found, hours: 4 }, 'changes'],
    ['somebody with the same hours', { found, hours: 8 }, 'unchanged'],
    ['another finding than was shown', { found: { ...found, isAsShown: false } }, 'FINDING_CHANGED'],
    ['somebody who was not counted', {}, 'FINDING_CHANGED'],
    ["a person's decision since the count", { found, hours: 6, isDecided: true }, 'DECIDED'],
    ["a person's same decision", { found, hours: 8, isDecided: true }, 'unchanged'],
    ['undone hours', { found: { ...found, next: 'nothing' } }, 'SET_ASIDE'],
    ['reports that are not final', { found: { ...found, next: 'settling' } }, 'settling'],
    ['more hours since the count', { found: { ...found, hours: 6 }, hours: 8 }, 'lowered'],
    ['a profile that became incomplete', { found, isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
    [
      'hours before the training provider is complete',
      { found, isProviderComplete: false },
      'PROVIDER_INCOMPLETE',
    ],
    ['a slot with an anomaly', { found, isHeldUp: true }, 'SLOT_HELD_UP'],
  ])('%s', (_case, changes, verdict) => {
    expect(bulkVerdict({ kind: 'credit-found', eventSlotId: 11 }, { ...facts, ...changes })).toBe(verdict)
  })
})

const undone = {
  cancelledAt: null,
  isRegisteredAgain: false,
  isSlotDeleted: false,
  isAsLeft: true,
  isProfileComplete: true,
  isProviderComplete: true,
  hours: 0,
  hoursAfter: 0,
}

type Case = [string, Parameters<typeof undoVerdict>[0], Partial<UndoFacts>, BulkVerdict]
const now = new Date()
const deleted = { cancelledAt: now }

describe('undoing gives a verdict for', () => {
  test.each<Case>([
    ['a moved registration', 'move', {}, 'changes'],
    ['a moved registration with hours credited later', 'move', { hours: 8 }, 'CERTIFICATE_ISSUED'],
    ['one whose profile is not complete', 'move', { isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
    ['a registration that was moved again', 'move', { isAsLeft: false }, 'CHANGED_MEANWHILE'],
    ['hours that are removed', 'credit', { hours: 8, isProfileComplete: false }, 'changes'],
    ['hours that are restored', 'credit', { hoursAfter: 4 }, 'changes'],
    [
      'hours that are restored to an incomplete profile',
      'credit',
      { hoursAfter: 4, isProfileComplete: false },
      'PROFILE_INCOMPLETE',
    ],
    ['0 hours that were decided where nothing was credited', 'credit', {}, 'changes'],
    ['a registration that was not deleted', 'delete', {}, 'NOT_DELETED'],
    ['a deleted registration with hours', 'delete', { ...deleted, hoursAfter: 8 }, 'changes'],
    ...(
      [
        ['hours', 'credit', { hoursAfter: 8 }, 'PROVIDER_INCOMPLETE'],
        ['hours that are removed', 'credit', { hours: 8 }, 'changes'],
        ['a deleted registration with hours', 'delete', { ...deleted, hoursAfter: 8 }, 'PROVIDER_INCOMPLETE'],
        ['a deleted registration without hours', 'delete', deleted, 'changes'],
        ['a moved registration', 'move', {}, 'changes'],
      ] as const
    ).map(([of, kind, changes, verdict]): Case => {
      const name = `${of}, before the training provider is complete`
      return [name, kind, { ...changes, isProviderComplete: false }, verdict]
    }),
  ])('%s', (_case, kind, changes, verdict) => {
    expect(undoVerdict(kind, { ...undone, ...changes }, now)).toBe(verdict)
  })
})
