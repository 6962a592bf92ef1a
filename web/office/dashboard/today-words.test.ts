import { expect, test } from 'vitest'
import type { SlotToday } from '#contract/office/dashboard/calls.ts'
import { todayWords } from './today-words.ts'

const slot = { isRunning: true, isOver: false, isInPerson: true, registered: 42, here: 12 } as SlotToday

test.each<[Partial<SlotToday>, string]>([
  [{}, 'running, 12 of 42 in'],
  [{ isInPerson: false, here: 30 }, 'running, 30 of 42 in the room'],
  [{ isInPerson: false, here: null }, 'running, 42 registered'],
  [{ isRunning: false, here: 3 }, 'not begun yet, 3 of 42 in'],
  [{ isRunning: false, isOver: true, here: 0 }, 'over, 42 registered'],
])('the words of a slot of today: %j', (changes, words) => {
  expect(todayWords({ ...slot, ...changes })).toBe(words)
})
