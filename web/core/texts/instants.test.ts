import { afterEach, expect, test, vi } from 'vitest'
import { useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { shownAge, shownDay, shownInstant, shownTimeOf } from './instants.ts'

afterEach(() => useSession.setState({ userData: null }))

function signIn(isAdmin: boolean): void {
  useSession.setState({ userData: { isAdmin } as SessionUser })
}

test.each([
  ['2026-11-20T20:05:00Z', '20 Nov 2026, 3:05 PM EST'],
  ['2026-07-01T04:00:00Z', '01 Jul 2026, 12:00 AM EDT'],
  [Date.UTC(2027, 0, 1, 4, 59), '31 Dec 2026, 11:59 PM EST'],
])('the instant %s is shown to administrators with the label of its date', (instant, shown) => {
  signIn(true)
  expect(shownInstant(new Date(instant))).toBe(shown)
})

test("people read 'Eastern' all year, signed in or not", () => {
  const instants = ['2026-11-20T20:05:00Z', '2026-07-01T04:00:00Z'].map((text) => new Date(text))
  expect(instants.map(shownInstant)).toEqual([
    '20 Nov 2026, 3:05 PM Eastern',
    '01 Jul 2026, 12:00 AM Eastern',
  ])
  signIn(false)
  expect(instants.map(shownTimeOf)).toEqual(['3:05 PM Eastern', '12:00 AM Eastern'])
})

test.each([
  ['2027-03-18T04:00:00Z', 'Since today'],
  ['2027-03-18T03:59:00Z', 'Since yesterday'],
  ['2027-03-17T04:00:00Z', 'Since yesterday'],
  ['2027-03-16T12:00:00Z', 'For 2 days'],
])('what waits from %s is dated by the Eastern day, at 8 AM on 18 March', (since, shown) => {
  vi.useFakeTimers({ now: new Date('2027-03-18T12:00:00Z'), toFake: ['Date'] })
  expect(shownAge(new Date(since))).toBe(shown)
  vi.useRealTimers()
})

test('days and times are Eastern', () => {
  const instant = new Date('2026-11-21T04:59:00Z')
  expect([shownDay(instant), shownTimeOf(instant)]).toEqual(['Friday, 20 Nov 2026', '11:59 PM Eastern'])
})
