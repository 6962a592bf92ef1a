// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { completeProfile } from '#test/complete-profile.ts'
import { clearSession, useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'
import { dropCheckIn, keptCheckIns, storeCheckIn } from './kept-check-ins.ts'
import type { KeptList } from './kept-list.ts'
import { keepList, readKeptList } from './kept-list.ts'

const kept: KeptList = {
  readings: [{ skewMs: -1500, roundTripMs: 40 }],
  list: {
    day: '2027-03-16',
    now: new Date('2027-03-16T12:00:00Z'),
    keys: [],
    salt: 's',
    nextDay: null,
    waitlisted: [],
    slots: [],
    people: [
      {
        registrationId: 1,
        eventSlotId: 7,
        name: 'Dana Quill',
        companyName: '',
        phoneEnding: '',
        emailHash: '',
        isCanceled: false,
        isWalkIn: false,
        ticketNumber: 1,
        visits: [{ inAt: new Date('2027-03-16T11:52:00Z'), outAt: null }],
      },
    ],
  },
}

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ userData: { ...completeProfile, token: 'mine' } as unknown as SessionUser })
})

test('a list is read as it was stored, and nobody can read it without the token', async () => {
  await keepList('mine', kept)
  expect(await readKeptList('mine')).toEqual(kept)
  expect(JSON.stringify(localStorage)).not.toContain('Dana')
  expect(await readKeptList('another')).toBeUndefined()
  expect(localStorage).toHaveLength(0)
})

test('signing out deletes the list, also while it is being encrypted, and leaves the check-ins', async () => {
  storeCheckIn(came('a', 1))
  await keepList('mine', kept)
  const keeping = keepList('mine', kept)
  clearSession()
  await keeping
  expect(Object.keys(localStorage)).toEqual(['door-scan a'])
})

test('check-ins are read in the order of their times, without those that the portal has', () => {
  const walkIn: KeptCheckIn = {
    act: 'walk-in',
    checkInId: 'c',
    at: new Date(3),
    eventSlotId: 7,
    firstName: 'Wanda',
    lastName: 'Example',
    email: 'wanda@example.com',
  }
  const undo: KeptCheckIn = {
    act: 'undo',
    checkInId: 'd',
    at: new Date(4),
    undoneId: 'b',
    undoneAt: new Date(2),
  }
  for (const each of [undo, walkIn, came('b', 2), came('a', 1)]) storeCheckIn(each)
  dropCheckIn('a')
  localStorage.setItem('door-scan broken', '{"act":')
  expect(keptCheckIns()).toEqual([came('b', 2), walkIn, undo])
})

function came(checkInId: string, ms: number): KeptCheckIn {
  return { act: 'in', checkInId, at: new Date(ms), registrationId: 1, how: 'ticket', ticket: 'a.b.c' }
}
