import * as z from 'zod/mini'
import { longest, optionalLine } from '#contract/core/fields.ts'
import { secureLink } from '#contract/core/links.ts'
import { richText } from '#contract/core/rich-text.ts'
import type { Speaker } from '#contract/speakers/calls.ts'
import { companyFields } from '#contract/sponsors/company-fields.ts'
import { type FieldErrors, schemaErrors } from '#web/core/ui/form.ts'
import { plainRecord } from '#web/core/ui/record-kind.ts'

/** A speaker as the form holds it; '' for an empty field. */
type SpeakerValues = Record<keyof typeof labels, string>

const labels = {
  companyName: 'Company name',
  logo: 'Company logo',
  day: 'Day',
  courseTitle: 'Course title',
  courseDetails: 'Course details',
  presenterName: 'Presenter',
  presenterDesignation: 'Designation',
  presenterDetails: 'About the presenter',
  videoLink: 'YouTube video link',
  website: 'Website',
  email: 'Email',
} as const

export const speakerKind = plainRecord<Speaker, SpeakerValues>(labels, {
  valuesOf: ({ speakerId: _, eventId: __, version: ___, day, videoLink, website, email, ...texts }) => ({
    ...texts,
    day: String(day),
    videoLink: videoLink ?? '',
    website: website ?? '',
    email: email ?? '',
  }),
  empty: {
    companyName: '',
    logo: '',
    day: '1',
    courseTitle: '',
    courseDetails: '',
    presenterName: '',
    presenterDesignation: '',
    presenterDetails: '',
    videoLink: '',
    website: '',
    email: '',
  },
})

export const dayChoices = [
  { value: '1', label: 'Day 1' },
  { value: '2', label: 'Day 2' },
]

const line = optionalLine(longest.line)
const Values = z.object({
  ...companyFields,
  courseTitle: line,
  courseDetails: richText,
  presenterName: line,
  presenterDesignation: line,
  presenterDetails: richText,
  videoLink: secureLink(),
})

export function speakerErrors(values: SpeakerValues): FieldErrors {
  return schemaErrors(Values, values)
}

/** The values as they are sent. */
export function speakerOf({ day, ...values }: SpeakerValues) {
  return { ...values, day: dayOf(day) }
}

export function dayOf(choice: string): 1 | 2 {
  return choice === '2' ? 2 : 1
}
