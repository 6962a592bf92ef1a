import * as z from 'zod/mini'
import { findCountry, findTerritory, unitedStates } from '#contract/core/countries.ts'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import {
  longest,
  optionalEmail,
  optionalLine,
  optionalPersonName,
  personName,
  requiredLine,
} from '#contract/core/fields.ts'
import { singleSpaced } from '#contract/core/names.ts'
import { invalidPhone, storedOnce, storedPhonePattern } from '#contract/core/phones.ts'
import { isUsState } from '#contract/core/us-states.ts'
import { membershipAnswers, withAnswers } from './memberships.ts'

/**
 * One set of messages for all profile forms; reading.md, section 2. For `usZip`, see
 * docs/decisions/090-two-zip-messages.md.
 */
export const profileMessages = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  country: 'Please select a valid country',
  state: 'State/Province is required',
  zip: 'ZIP/Postal code is required',
  usZip: 'Enter a 5-digit ZIP code',
  companyName: 'Company name is required',
  phone: invalidPhone,
} as const

const usZip = /^\d{5}(-\d{4})?$/

/** The name on certificates; '': first and last name. Absent: unchanged. */
export const printedName = z.optional(optionalPersonName(longest.line))

/** The email of the FAASafety.gov account, if it is another one; '': it is not. Absent: unchanged. */
export const faaSafetyEmail = z.optional(optionalEmail(invalidEmail))

export const profileFields = {
  firstName: personName(profileMessages.firstName),
  lastName: personName(profileMessages.lastName),
  country: countryName((name) => findCountry(name) !== undefined),
  state: requiredLine(profileMessages.state),
  zip: requiredLine(profileMessages.zip, longest.zip).check(z.overwrite(singleSpaced)),
  companyName: requiredLine(profileMessages.companyName, longest.line),
  phone: phoneNumber(),
}

/** The profile form: name, company and address. */
export const Profile = z.object(profileFields, { error: 'Has to be an object' }).check(...placeChecks())
export type Profile = z.output<typeof Profile>

/** The profile update. Absent memberships and consent stay. */
export const ProfileUpdate = withAnswers(
  z.object({ ...profileFields, printedName, faaSafetyEmail, ...membershipAnswers }).check(...placeChecks()),
)
export type ProfileUpdate = z.output<typeof ProfileUpdate>

/** The start of an account: any part of a profile, or nothing. */
export const newProfile = {
  firstName: z.optional(optionalPersonName()),
  lastName: z.optional(optionalPersonName()),
  country: z.optional(countryName((name) => name === '' || findCountry(name) !== undefined)),
  state: z.optional(optionalLine()),
  zip: z.optional(optionalLine(longest.zip).check(z.overwrite(singleSpaced))),
  companyName: z.optional(optionalLine(longest.line)),
  phone: phoneNumber(),
}

const needed = ['firstName', 'lastName', 'country', 'state', 'zip', 'companyName'] as const
type Needed = { [Field in (typeof needed)[number]]?: string | null }

/** Returns what a person has not given of all that a certificate and its records need. */
export function missingInProfile(user: Needed): (keyof Needed)[] {
  return needed.filter((field) => !user[field]?.trim())
}

/** Returns true if nothing of that is missing, which registering requires. */
export function isProfileComplete(user: Required<Needed>): boolean {
  return missingInProfile(user).length === 0
}

/**
 * Checks a US state against the list, and its ZIP for 5 digits or ZIP+4. Elsewhere both are free text. The
 * fields check for blanks.
 */
export function placeChecks() {
  type Place = { country?: string | undefined; state?: string | undefined; zip?: string | undefined }
  const isFree = (place: Place, text = '') => place.country !== unitedStates || text.trim() === ''
  return [
    z.refine<Place>((place) => isFree(place, place.state) || isUsState(place.state ?? ''), {
      path: ['state'],
      error: ({ input }) => stateMessage((input as Place).state ?? ''),
      when: ({ value }) => isText(value, 'country') && isText(value, 'state'),
    }),
    z.refine<Place>((place) => isFree(place, place.zip) || usZip.test((place.zip ?? '').trim()), {
      path: ['zip'],
      error: profileMessages.usZip,
      when: ({ value }) => isText(value, 'country') && isText(value, 'zip'),
    }),
  ] as const
}

/** Returns the message for an unknown state, which tells where the form has a territory. */
function stateMessage(state: string): string {
  const territory = findTerritory(state)
  return territory ? `For ${territory.name}, choose the country ${territory.name}` : profileMessages.state
}

function countryName(isKnown: (name: string) => boolean) {
  const error = profileMessages.country
  return z.string({ error }).check(z.maxLength(longest.name, { error }), z.refine(isKnown, { error }))
}

function phoneNumber() {
  const error = profileMessages.phone
  return z.optional(
    z.string({ error }).check(z.regex(storedPhonePattern, { error }), z.overwrite(storedOnce)),
  )
}

function isText(value: unknown, field: string): boolean {
  return typeof (value as Record<string, unknown> | null)?.[field] === 'string'
}
