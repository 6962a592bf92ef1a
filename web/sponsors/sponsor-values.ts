import * as z from 'zod/mini'
import { optionalText } from '#contract/core/fields.ts'
import type { Sponsor } from '#contract/sponsors/calls.ts'
import { companyFields } from '#contract/sponsors/company-fields.ts'
import { type FieldErrors, schemaErrors } from '#web/core/ui/form.ts'
import type { KeptRecord, Recorded } from '#web/core/ui/record-editor.ts'

/** A sponsor as the form holds it; '' where there is nothing. */
export type SponsorValues = Record<keyof typeof sponsorLabels, string>

export const sponsorLabels = {
  companyName: 'Company name',
  logo: 'Company logo',
  description: 'Description',
  website: 'Website',
  email: 'Email',
} as const

/** Which sponsor is edited; without an id, a new one. */
export interface EditedSponsor {
  eventId: number
  eventName: string
  sponsorId?: number
}

/** What of its editor outlives a session. */
export interface KeptSponsor extends KeptRecord<SponsorValues> {
  edited: EditedSponsor
}
export const keptSponsorName = 'a sponsor'

export const noSponsor: SponsorValues = { companyName: '', logo: '', description: '', website: '', email: '' }

export function sponsorValuesOf(sponsor: Sponsor): Recorded<SponsorValues> {
  const { companyName, logo, description, website, email, version } = sponsor
  return {
    values: { companyName, logo, description, website: website ?? '', email: email ?? '' },
    version,
  }
}

const Values = z.object({ ...companyFields, description: optionalText() })

export function sponsorErrors(values: SponsorValues): FieldErrors {
  return schemaErrors(Values, values)
}
