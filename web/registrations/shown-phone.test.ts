import { expect, test } from 'vitest'
import { shownPhone } from './shown-phone.ts'

test.each([
  ['+1||8035550100', 'United States', '+1 8035550100'],
  ['8035550100', 'United States', '+1 8035550100'],
  ['2071234567', 'United Kingdom', '+44 2071234567'],
  ['+1||8035550100', 'United Kingdom', '+1 8035550100'],
  ['8035550100', '', '+1 8035550100'],
  ['+1||', 'United Kingdom', ''],
  ['', 'United States', ''],
  [null, '', ''],
])('%j of somebody in %j is shown as %j', (stored, country, shown) => {
  expect(shownPhone(stored, country)).toBe(shown)
})
