import { describe, expect, test } from 'vitest'
import { readPhone, storedPhone } from '#contract/core/phones.ts'
import { typedPhone } from './phone-values.ts'

describe('a phone is stored as dial code, a double pipe, then digits', () => {
  test.each([
    ['+1', '8035550100', '+1||8035550100'],
    ['+380', '441234567', '+380||441234567'],
    ['+1', '', ''],
    ['+44', '', ''],
  ])('%s and %j are stored as %j', (dialCode, digits, stored) => {
    expect(storedPhone({ dialCode, digits })).toBe(stored)
  })

  test.each(['+1||8035550100', '+380||441234567', '+1684||6331234'])(
    '%s is read back unchanged',
    (stored) => {
      expect(storedPhone(readPhone(stored))).toBe(stored)
    },
  )
})

test.each([
  ['(803) 555-0100', '8035550100'],
  ['+1 803.555.0100 ext', '+18035550100'],
  ['٠١٢', ''],
  ['📞', ''],
  ['', ''],
])('typing %j leaves %j', (typed, kept) => {
  expect(typedPhone(typed)).toBe(kept)
})
