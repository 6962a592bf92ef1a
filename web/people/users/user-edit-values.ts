import { EmailChange } from '#contract/people/email-changes/calls.ts'
import type { UserEdit } from '#contract/people/users/edits.ts'
import type { User } from '#contract/people/users/user.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { schemaErrors } from '#web/core/ui/form.ts'
import { plainRecord } from '#web/core/ui/record-kind.ts'
import type { MembershipValues } from './membership-values.ts'
import { membershipErrors, membershipPart, membershipValuesOf } from './membership-values.ts'
import type { ProfileValues } from './profile-values.ts'
import { faaSafetyEmailErrors, profileErrors, profileOf, profileValuesOf } from './profile-values.ts'

/** A person in an administrator's form. */
export type UserEditValues = ProfileValues &
  MembershipValues & {
    email: string
    printedName: string
    faaSafetyEmail: string
    /** The consent to record on their behalf; '': none. */
    consent: '' | 'given' | 'refused'
  }

export const userEditKind = plainRecord<User, UserEditValues>(
  {
    firstName: 'First name',
    lastName: 'Last name',
    printedName: 'Name as printed',
    country: 'Country',
    state: 'State/Province',
    zip: 'ZIP/Postal code',
    companyName: 'Company name',
    dialCode: 'Country code',
    phone: 'Phone',
    aopaNumber: 'AOPA number',
    aopaSkipped: 'AOPA skipped',
    nbaaNumber: 'NBAA number',
    nbaaSkipped: 'NBAA skipped',
    vaiNumber: 'VAI number',
    vaiSkipped: 'VAI skipped',
    email: 'Email',
    faaSafetyEmail: 'FAASafety.gov email',
  },
  {
    valuesOf: (user) => ({
      ...profileValuesOf(user),
      ...membershipValuesOf(user),
      email: user.email,
      printedName: user.printedName,
      faaSafetyEmail: user.faaSafetyEmail,
      consent: '',
    }),
  },
)

export async function userEditErrors(values: UserEditValues): Promise<FieldErrors> {
  return {
    ...(await profileErrors(values)),
    ...membershipErrors(values),
    ...faaSafetyEmailErrors(values),
    ...schemaErrors(EmailChange, { email: values.email }),
  }
}

/** Returns the values for sending: email and consent only if they change. */
export function userEditOf(values: UserEditValues, base: User): UserEdit {
  const { email, consent } = values
  return {
    userId: base.userId,
    version: base.version,
    ...profileOf(values),
    printedName: values.printedName,
    faaSafetyEmail: values.faaSafetyEmail,
    ...membershipPart(values),
    ...(email !== base.email && { email }),
    ...(consent !== '' && {
      hasGivenMailingConsent: consent === 'given',
      mailingConsentTimestamp: new Date(),
    }),
  }
}
