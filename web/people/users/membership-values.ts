import * as z from 'zod/mini'
import { MembershipNumber } from '#contract/people/users/memberships.ts'
import type { User } from '#contract/people/users/user.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { schemaErrors } from '#web/core/ui/form.ts'
import { associations, membershipOf } from './memberships.ts'

const Numbers = z.object({
  aopaNumber: MembershipNumber,
  nbaaNumber: MembershipNumber,
  vaiNumber: MembershipNumber,
})

/** The memberships in a profile's form. */
export type MembershipValues = {
  aopaNumber: string
  aopaSkipped: boolean
  nbaaNumber: string
  nbaaSkipped: boolean
  vaiNumber: string
  vaiSkipped: boolean
}

export const numberFields = { AOPA: 'aopaNumber', NBAA: 'nbaaNumber', VAI: 'vaiNumber' } as const
export const skipFields = { AOPA: 'aopaSkipped', NBAA: 'nbaaSkipped', VAI: 'vaiSkipped' } as const

export function membershipValuesOf(user: User): MembershipValues {
  const parts = associations.map((association) => {
    const { number, skipped } = membershipOf(user, association)
    return { [numberFields[association]]: number, [skipFields[association]]: number === '' && skipped }
  })
  return Object.assign({}, ...parts)
}

/** Picks the memberships from a form with more fields. */
export function membershipPart(values: MembershipValues): MembershipValues {
  const { aopaNumber, aopaSkipped, nbaaNumber, nbaaSkipped, vaiNumber, vaiSkipped } = values
  return { aopaNumber, aopaSkipped, nbaaNumber, nbaaSkipped, vaiNumber, vaiSkipped }
}

/** Checks the form of the numbers. Nobody checks that a number exists. */
export function membershipErrors(values: MembershipValues): FieldErrors {
  return schemaErrors(Numbers, values)
}
