import { expect, test } from 'vitest'
import { shownPhone } from './shown-phone.ts'

test.each([
  ['+1||8035550100', 'United States', '+1 803 555 0100'],
  ['8035550100', 'United States', '+1 803 555 0100'],
  ['2071234567', 'United Kingdom', '+44 20 7123 4567'],
  ['+1||8035550100', 'United Kingdom', '+1 803 555 0100'],
  ['8035550100', '', '+1 803 555 0100'],
  ['+1||12', 'United States', '+1 12'],
  ['+1||', 'United Kingdom', ''],
  ['', 'United States', ''],
  [null, '', ''],
])('%j of somebody in %j is shown as %j', (stored, country, shown) => {
  expect(shownPhone(stored, country)).toBe(shown)
})
