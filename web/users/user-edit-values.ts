import { EmailChange } from '#contract/email-changes/calls.ts'
import type { User } from '#contract/users/calls.ts'
import type { UserEdit } from '#contract/users/edits.ts'
import { type FieldErrors, schemaErrors } from '#web/core/ui/form.ts'
import {
  type MembershipValues,
  membershipErrors,
  membershipPart,
  membershipValuesOf,
} from './membership-values.ts'
import {
  type ProfileValues,
  profileErrors,
  profileOf,
  profilePart,
  profileValuesOf,
} from './profile-values.ts'

/** A person as an administrator's form holds them. */
export type UserEditValues = ProfileValues &
  MembershipValues & {
    email: string
    /** The answer to be recorded on their behalf; '': none. */
    consent: '' | 'given' | 'refused'
  }

export function userEditValuesOf(user: User): UserEditValues {
  return { ...profileValuesOf(user), ...membershipValuesOf(user), email: user.email, consent: '' }
}

export async function userEditErrors(values: UserEditValues): Promise<FieldErrors> {
  return {
    ...(await profileErrors(profilePart(values))),
    ...membershipErrors(values),
    ...schemaErrors(EmailChange, { email: values.email }),
  }
}

/** What is sent of the values: the email and the consent only where they change. */
export function userEditOf(values: UserEditValues, base: User): UserEdit {
  const { email, consent } = values
  return {
    userId: base.userId,
    version: base.version,
    ...profileOf(profilePart(values)),
    ...membershipPart(values),
    ...(email !== base.email && { email }),
    ...(consent !== '' && {
      hasGivenMailingConsent: consent === 'given',
      mailingConsentTimestamp: new Date(),
    }),
  }
}

export function isEdited(values: UserEditValues, base: User): boolean {
  return changedFields(values, userEditValuesOf(base)).length > 0
}

/** What was typed on top of an older version, on top of a newer one: what nobody typed is as it is by now. */
export function mergedValues(typed: UserEditValues, older: User, newer: User): UserEditValues {
  const changed = changedFields(typed, userEditValuesOf(older))
  const kept = Object.fromEntries(changed.map((field) => [field, typed[field]]))
  return { ...userEditValuesOf(newer), ...kept }
}

function changedFields(values: UserEditValues, base: UserEditValues): (keyof UserEditValues)[] {
  return (Object.keys(base) as (keyof UserEditValues)[]).filter((field) => values[field] !== base[field])
}
