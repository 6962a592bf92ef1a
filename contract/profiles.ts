import * as z from 'zod/mini'
import { AuthToken, SignedIn, UserData } from './accounts.ts'
import { findCountry, unitedStates } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, longest, optionalLine, requiredLine } from './fields.ts'
import { membershipAnswers } from './memberships.ts'
import { invalidPhone, storedPhonePattern } from './phones.ts'
import { isUsState } from './us-states.ts'

/** One set of messages for every profile form; reading.md, section 2. */
export const profileMessages = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  country: 'Please select a valid country',
  state: 'State/Province is required',
  zip: 'ZIP/Postal code is required',
  companyName: 'Company name is required',
  phone: invalidPhone,
  email: 'Please provide valid email',
} as const

const usZip = /^\d{5}(-\d{4})?$/

const fields = {
  firstName: requiredLine(profileMessages.firstName),
  lastName: requiredLine(profileMessages.lastName),
  country: countryName((name) => findCountry(name) !== undefined),
  state: requiredLine(profileMessages.state),
  zip: requiredLine(profileMessages.zip, 20),
  companyName: requiredLine(profileMessages.companyName, longest.line),
  phone: phoneNumber(),
}

/** Who somebody is and where: what the profile form asks for. */
export const Profile = z.object(fields).check(...placeChecks())
export type Profile = z.infer<typeof Profile>

/** The profile update payload; what is absent of the memberships and the consent stays as it was. */
export const ProfileUpdate = z.object({ ...fields, ...membershipAnswers }).check(...placeChecks())
export type ProfileUpdate = z.infer<typeof ProfileUpdate>

export const createUser = endpoint({
  method: 'POST',
  path: '/public/create-user',
  access: 'public',
  summary:
    'Creates the person whose e-mail the ID token proves, with a blank profile or the given one, and signs them in. Somebody who exists is signed in and nothing of theirs changes.',
  body: z
    .object({
      authToken: AuthToken,
      email: emailAddress(profileMessages.email),
      firstName: z._default(optionalLine(), ''),
      lastName: z._default(optionalLine(), ''),
      country: z._default(
        countryName((name) => name === '' || findCountry(name) !== undefined),
        '',
      ),
      state: z._default(optionalLine(), ''),
      zip: z._default(optionalLine(20), ''),
      companyName: z._default(optionalLine(longest.line), ''),
      phone: phoneNumber(),
    })
    .check(...placeChecks()),
  data: SignedIn,
  limit: { perAddress: 150, perEmail: 20 },
  refusals: ['IDENTITY_NOT_PROVEN'],
})

export const updateProfile = endpoint({
  method: 'POST',
  path: '/private/update-profile',
  access: 'user',
  summary: "Changes the signed-in person's profile, and their memberships and consent where given.",
  body: ProfileUpdate,
  data: z.object({ userData: UserData }),
})

function countryName(isKnown: (name: string) => boolean) {
  const error = profileMessages.country
  return z.string({ error }).check(z.maxLength(longest.name, { error }), z.refine(isKnown, { error }))
}

function phoneNumber() {
  const error = profileMessages.phone
  return z._default(z.string({ error }).check(z.regex(storedPhonePattern, { error })), '')
}

/**
 * A state of the United States is one of its list, its ZIP has 5 digits or ZIP+4; elsewhere both are free text.
 * Blank ones are the fields' own matter.
 */
function placeChecks() {
  type Place = { country: string; state: string; zip: string }
  const isFree = (place: Place, text: string) => place.country !== unitedStates || text.trim() === ''
  return [
    z.refine<Place>((place) => isFree(place, place.state) || isUsState(place.state), {
      path: ['state'],
      error: profileMessages.state,
      when: ({ value }) => isText(value, 'country') && isText(value, 'state'),
    }),
    z.refine<Place>((place) => isFree(place, place.zip) || usZip.test(place.zip.trim()), {
      path: ['zip'],
      error: profileMessages.zip,
      when: ({ value }) => isText(value, 'country') && isText(value, 'zip'),
    }),
  ] as const
}

function isText(value: unknown, field: string): boolean {
  return typeof (value as Record<string, unknown> | null)?.[field] === 'string'
}
