import { describe, expect, test } from 'vitest'
import { countries } from '#contract/core/countries.ts'
import { findCountryOfDialCode } from './dial-codes.ts'

describe('the main country', () => {
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
  ])('of the dial code %j is %s', (dialCode, code) => {
    expect(findCountryOfDialCode(dialCode)?.code).toBe(code)
  })

  test('is known for every dial code of the list', () => {
    expect(countries.filter((country) => !findCountryOfDialCode(country.dialCode))).toEqual([])
  })
})
