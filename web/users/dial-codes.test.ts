import { describe, expect, test } from 'vitest'
import { countries } from '#contract/core/countries.ts'
import { findCountryOfDialCode } from './dial-codes.ts'

describe('a dial code stands for the main country that has it', () => {
  test.each([
    ['+1', 'US'],
    ['+7', 'RU'],
    ['+39', 'IT'],
    ['+44', 'GB'],
    ['+47', 'NO'],
    ['+61', 'AU'],
    ['+212', 'MA'],
    ['+262', 'RE'],
    ['+358', 'FI'],
    ['+380', 'UA'],
    ['+590', 'GP'],
    ['+599', 'CW'],
    ['+999', undefined],
    ['', undefined],
    ['toString', undefined],
  ])('%j for %s', (dialCode, code) => {
    expect(findCountryOfDialCode(dialCode)?.code).toBe(code)
  })

  test('and every dial code of the list for one', () => {
    expect(countries.filter((country) => !findCountryOfDialCode(country.dialCode))).toEqual([])
  })
})
