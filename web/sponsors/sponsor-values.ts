import * as z from 'zod/mini'
import { optionalText } from '#contract/core/fields.ts'
import type { Sponsor } from '#contract/sponsors/calls.ts'
import { companyFields } from '#contract/sponsors/company-fields.ts'
import { type FieldErrors, schemaErrors } from '#web/core/ui/form.ts'
import { plainRecord } from '#web/core/ui/record-kind.ts'

/** A sponsor as the form holds it; '' for an empty field. */
type SponsorValues = Record<keyof typeof labels, string>

const labels = {
  companyName: 'Company name',
  logo: 'Company logo',
  description: 'Description',
  website: 'Website',
  email: 'Email',
} as const

export const sponsorKind = plainRecord<Sponsor, SponsorValues>(labels, {
  valuesOf: ({ companyName, logo, description, website, email }) => ({
    companyName,
    logo,
    description,
    website: website ?? '',
    email: email ?? '',
  }),
  empty: { companyName: '', logo: '', description: '', website: '', email: '' },
})

const Values = z.object({ ...companyFields, description: optionalText() })

export function sponsorErrors(values: SponsorValues): FieldErrors {
  return schemaErrors(Values, values)
}
