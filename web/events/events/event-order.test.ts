import { expect, test } from 'vitest'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { inOrder } from './event-order.ts'

const now = new Date('2026-11-25T15:00Z')
const event = (eventName: string, ...days: string[]) =>
  ({
    eventName,
    slots: days.map((day) => ({ startOn: day, endOn: day, startTime: '08:00', endTime: '12:00' })),
  }) as unknown as AdminEvent

test('running events come first, then coming ones by their start, then those that are over, the newest first', () => {
  const events = [
    event('over long ago', '2026-10-01'),
    event('without slots'),
    event('coming late', '2027-02-01'),
    event('over', '2026-11-24'),
    event('running', '2026-11-25', '2027-01-01'),
    event('coming', '2026-11-01', '2026-12-01'),
  ]
  expect(inOrder(events, now).map(({ eventName }) => eventName)).toEqual([
    'running',
    'coming',
    'coming late',
    'without slots',
    'over',
    'over long ago',
  ])
})
