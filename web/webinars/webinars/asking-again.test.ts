import { expect, test } from 'vitest'
import { hallOfPeople } from '#contract/core/endpoint.ts'
import { presentEverySeconds, tellPresence } from '#contract/webinars/webinar-rooms/calls.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import { askAgainAfter } from './asking-again.ts'

const now = new Date('2027-02-09T12:50:00Z')
const inMs = (ms: number) => new Date(now.getTime() + ms)

test.each([
  ['preparing', null, 4000],
  ['unannounced', inMs(10_000), 20_000],
  ['before', inMs(10_000), 10_000],
  // The time may change before the webinar opens.
  ['before', inMs(86_400_000), 300_000],
  // The two clocks differ slightly.
  ['before', inMs(-20), 1000],
  ['ready', null, undefined],
  ['refused', null, 60_000],
  ['over', null, undefined],
  ['canceled', null, undefined],
] as const)('a webinar that is %s and opens at %o is looked up again after %s ms', (state, opensAt, ms) => {
  expect(askAgainAfter({ state, opensAt, now })).toBe(ms)
})

test('the page does not ask again before the first answer', () => {
  expect(askAgainAfter(undefined)).toBeUndefined()
})

test('the limits of ten minutes let a hall of people wait for a room, and stay in it', () => {
  const waitedMs = 180_000
  const asks = waitedMs / (askAgainAfter({ state: 'unannounced', opensAt: null, now }) ?? 0)
  expect(joinWebinar.limit?.perAddress).toBeGreaterThanOrEqual(asks * hallOfPeople)
  expect(tellPresence.limit?.perAddress).toBeGreaterThanOrEqual((600 / presentEverySeconds) * hallOfPeople)
})
