import { getCountryCallingCode } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { countries, findCountry } from './countries.ts'
import { isUsState, usStates } from './us-states.ts'

test('there are about 240 countries, with the United States and Canada first and the others by name', () => {
  const names = countries.map((country) => country.name)
  expect(names.length).toBeGreaterThanOrEqual(240)
  expect(names.slice(0, 2)).toEqual(['United States', 'Canada'])
  expect(names.slice(2)).toEqual(names.slice(2).toSorted((a, b) => a.localeCompare(b, 'en')))
})

test('no country is in the list twice', () => {
  expect(new Set(countries.map((country) => country.name)).size).toBe(countries.length)
  expect(new Set(countries.map((country) => country.code)).size).toBe(countries.length)
})

test('every dial code is known to the phone check', () => {
  const wrong = countries.filter(
    ({ code, dialCode }) =>
      dialCode !== `+${getCountryCallingCode(code as Parameters<typeof getCountryCallingCode>[0])}`,
  )
  expect(wrong).toEqual([])
})

test.each([
  ['United States', 'US'],
  ['United Kingdom', 'GB'],
  ['united states', undefined],
  ['USA', undefined],
  ['', undefined],
  ['constructor', undefined],
])('the country named %j has the code %s', (name, code) => {
  expect(findCountry(name)?.code).toBe(code)
})

test('there are 51 states: the 50 and the District of Columbia', () => {
  expect(usStates).toHaveLength(51)
  expect(new Set(usStates.map((state) => state.name)).size).toBe(51)
  expect(new Set(usStates.map((state) => state.abbreviation)).size).toBe(51)
  expect(usStates.find((state) => state.abbreviation === 'DC')?.name).toBe('District of Columbia')
})

test.each([
  ['South Carolina', true],
  ['SC', true],
  ['District of Columbia', true],
  ['Puerto Rico', false],
  ['XX', false],
  ['', false],
])('%j counts as a state: %s', (state, is) => {
  expect(isUsState(state)).toBe(is)
})
