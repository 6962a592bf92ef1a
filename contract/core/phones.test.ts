import { describe, expect, test } from 'vitest'
import { readPhone, storedOnce, storedPhonePattern } from './phones.ts'

describe('a stored phone is read', () => {
  test.each([
    ['+1||8035550100', '+44', { dialCode: '+1', digits: '8035550100' }],
    ['+44||2071234567', undefined, { dialCode: '+44', digits: '2071234567' }],
    ['8035550100', undefined, { dialCode: '+1', digits: '8035550100' }],
    ['2071234567', '+44', { dialCode: '+44', digits: '2071234567' }],
    ['(803) 555-0100', undefined, { dialCode: '+1', digits: '8035550100' }],
    ['+1||803 555 0100', undefined, { dialCode: '+1', digits: '8035550100' }],
    ['||8035550100', '+44', { dialCode: '+1', digits: '8035550100' }],
    ['+1||', undefined, { dialCode: '+1', digits: '' }],
    ['', '+44', { dialCode: '+44', digits: '' }],
    [null, undefined, { dialCode: '+1', digits: '' }],
  ])('from %j in a country with the dial code %s as %o', (stored, countryDialCode, expected) => {
    expect(readPhone(stored, countryDialCode)).toEqual(expected)
  })
})

describe('a stored phone', () => {
  test.each([
    ['', true],
    ['+1||8035550100', true],
    ['8035550100', true],
    ['+18035550100', true],
    ['+1||', false],
    ['||8035550100', false],
    ['+1|8035550100', false],
    ['1||8035550100', false],
    ['+12345||8035550100', false],
    [`+1||${'5'.repeat(20)}`, true],
    [`+1||${'5'.repeat(21)}`, false],
    ['5'.repeat(1 << 20), false],
    ['803-555-0100', false],
    ['+1||8035550100\n', false],
    ['+1||803\u0000', false],
    ['+1||٠١٢٣٤٥٦٧٨٩', false],
    ["'; drop table users; --", false],
  ])('is valid as %o: %s', (phone, fits) => {
    expect(storedPhonePattern.test(phone)).toBe(fits)
  })
})

test.each([
  ['+1||+18035550100', '+1||8035550100'],
  ['+1||18035550100', '+1||8035550100'],
  ['+18035550100', '+1||8035550100'],
  ['+1||+380441234567', '+380||441234567'],
  ['+44||+442079460000', '+44||2079460000'],
  ['+44||1234567890', '+44||1234567890'],
  ['+1||8035550100', '+1||8035550100'],
  ['8035550100', '8035550100'],
  ['', ''],
])('%j is stored with its dial code once: %j', (typed, stored) => {
  expect(storedOnce(typed)).toBe(stored)
})

test('a number that was stored with its dial code twice is read with it once', () => {
  expect(readPhone('+1||18035550100')).toEqual({ dialCode: '+1', digits: '8035550100' })
})
