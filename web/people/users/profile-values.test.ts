import { expect, test } from 'vitest'
import {
  blankProfile,
  countryOfDialCode,
  profileErrors,
  profileOf,
  profileValuesOf,
  withCountry,
  withDialCode,
} from './profile-values.ts'

const complete = {
  ...blankProfile,
  firstName: 'Sample',
  lastName: "O'Person",
  state: 'South Carolina',
  zip: '29401',
  companyName: 'Example Aviation',
  phone: '8035550100',
}

test('a profile comes back from the wire as it was sent', () => {
  expect(profileValuesOf(profileOf(complete))).toEqual(complete)
})

test('a phone stored without a dial code gets the dial code of the country', () => {
  const { dialCode, phone } = profileValuesOf({
    ...profileOf(complete),
    country: 'France',
    phone: '123456789',
  })
  expect({ dialCode, phone }).toEqual({ dialCode: '+33', phone: '123456789' })
})

test('a state stored by its two letters is shown by its name', () => {
  expect(profileValuesOf({ ...profileOf(complete), state: 'SC' }).state).toBe('South Carolina')
})

test('an empty phone is accepted, an impossible one is not', async () => {
  expect(await profileErrors({ ...complete, phone: '' })).toEqual({})
  expect(await profileErrors(complete)).toEqual({})
  expect(await profileErrors({ ...complete, phone: '123' })).toEqual({
    phone: 'Please provide a valid phone number',
  })
})

test('a blank form lists every field that is required, all at once', async () => {
  expect(await profileErrors(blankProfile)).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    state: 'State/Province is required',
    zip: 'ZIP/Postal code is required',
    companyName: 'Company name is required',
  })
})

test.each(['1', '2920', 'ABC'])('the typed ZIP %j is wrong, not missing', async (zip) => {
  expect(await profileErrors({ ...complete, zip })).toEqual({ zip: 'Enter a 5-digit ZIP code' })
})

test('changing the country clears the phone and the state and sets the dial code', () => {
  expect(withCountry(complete, 'France')).toEqual({
    country: 'France',
    dialCode: '+33',
    phone: '',
    state: '',
  })
})

test('another country with the same dial code clears the phone, too; choosing the same country keeps it', () => {
  expect(withCountry(complete, 'Canada')).toMatchObject({ dialCode: '+1', phone: '' })
  expect(withCountry(complete, complete.country)).toMatchObject({ phone: complete.phone })
})

test('a dial code sets the country of its entry and keeps the number', () => {
  const changed = withDialCode(complete, 'Canada')
  expect(changed).toEqual({ country: 'Canada', dialCode: '+1', state: '' })
  expect(countryOfDialCode({ ...complete, ...changed })).toBe('Canada')
})

test('a dial code that does not belong to the country is shown with its main country', () => {
  expect(countryOfDialCode({ ...complete, dialCode: '+44' })).toBe('United Kingdom')
})
