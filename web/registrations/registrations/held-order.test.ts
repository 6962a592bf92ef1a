import { expect, test } from 'vitest'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { firstYear, heldInOrder } from './held-order.ts'

/** 10:00 AM Eastern */
const now = new Date('2027-02-10T15:00:00Z')

const event = (
  eventName: string,
  startOn: string,
  { endOn = startOn, isHeld = true, startTime = '08:00' } = {},
) =>
  ({
    eventName,
    startOn,
    endOn,
    slots: [{ startOn, endOn, startTime, endTime: '12:00', alreadyRegistered: isHeld }],
  }) as unknown as GroupedEvent

const over = event('over', '2027-01-19')
const longOver = event('long over', '2026-03-03')
const running = event('running', '2027-02-09', { endOn: '2027-02-10' })
const later = event('later today', '2027-02-10', { startTime: '11:00' })
const nextYear = event('next year', '2027-04-06')

test('the running event comes first, then those to come, then the past ones from the newest on', () => {
  const others = event('not held', '2027-02-10', { isHeld: false })
  const names = heldInOrder([longOver, nextYear, over, others, later, running], now).map(
    ({ eventName }) => eventName,
  )
  expect(names).toEqual(['running', 'later today', 'next year', 'over', 'long over'])
})

test.each([
  ['of the next event, not the newest one', [nextYear, later, over], 2027],
  ['of the newest event if all are over', [over, longOver], 2027],
  ['of no event', [], undefined],
])('the renewal year is that %s', (_, events, expected) => {
  expect(firstYear(heldInOrder(events, now), now)).toBe(expected)
})
