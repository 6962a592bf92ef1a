import { expect, test } from 'vitest'
import { shownPhone } from './shown-phone.ts'

test.each([
  ['+1||8035550100', '+1 8035550100'],
  ['8035550100', '+1 8035550100'],
  ['+1||', ''],
  ['', ''],
  [null, ''],
])('%j is shown as %j', (stored, shown) => {
  expect(shownPhone(stored)).toBe(shown)
})
