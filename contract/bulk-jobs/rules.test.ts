import { describe, expect, test } from 'vitest'
import type { BulkVerdict } from './rules.ts'
import { bulkVerdict, undoVerdict } from './rules.ts'

const move = { kind: 'move', eventId: 1, eventSlotId: 12, focusId: 2 } as const
const facts = {
  eventId: 1,
  eventSlotId: 11,
  hours: 0,
  isMailed: false,
  isProfileComplete: true,
  isOver: false,
  isSlotKnown: true,
}

describe('what a move to another slot does', () => {
  test.each<[string, Partial<typeof facts>, BulkVerdict]>([
    ['a registration of the event', {}, 'changes'],
    ['one that has the slot', { eventSlotId: 12 }, 'unchanged'],
    ['one of another event', { eventId: 2 }, 'SLOT_NOT_FOUND'],
    ['one whose hours are credited', { hours: 8 }, 'CERTIFICATE_ISSUED'],
    ['one whose profile is not complete', { isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
  ])('%s', (_case, changes, verdict) => {
    expect(bulkVerdict(move, { ...facts, ...changes })).toBe(verdict)
  })
})

const undone = {
  cancelledAt: null,
  isRegisteredAgain: false,
  isSlotDeleted: false,
  isAsLeft: true,
  isProfileComplete: true,
  hours: 0,
  hoursAfter: 0,
}

describe('what an undo does', () => {
  test.each<[string, Parameters<typeof undoVerdict>[0], Partial<typeof undone>, BulkVerdict]>([
    ['a registration that was moved', 'move', {}, 'changes'],
    ['one whose hours are credited since', 'move', { hours: 8 }, 'CERTIFICATE_ISSUED'],
    ['one whose profile is not complete', 'move', { isProfileComplete: false }, 'PROFILE_INCOMPLETE'],
    ['one that was moved again', 'move', { isAsLeft: false }, 'CHANGED_MEANWHILE'],
    ['hours that go', 'credit', { hours: 8, isProfileComplete: false }, 'changes'],
    ['hours that come back', 'credit', { hoursAfter: 4 }, 'changes'],
    [
      'hours that come back to an incomplete profile',
      'credit',
      { hoursAfter: 4, isProfileComplete: false },
      'PROFILE_INCOMPLETE',
    ],
    ['a registration that was not deleted', 'delete', {}, 'NOT_DELETED'],
  ])('%s', (_case, kind, changes, verdict) => {
    expect(undoVerdict(kind, { ...undone, ...changes }, new Date())).toBe(verdict)
  })
})
