import * as z from 'zod/mini'
import { longest, optionalLine } from '#contract/core/fields.ts'
import { secureLink } from '#contract/core/links.ts'
import { richText } from '#contract/core/rich-text.ts'
import type { Speaker } from '#contract/speakers/calls.ts'
import { companyFields } from '#contract/sponsors/company-fields.ts'
import { type FieldErrors, schemaErrors } from '#web/core/ui/form.ts'
import type { KeptRecord, Recorded } from '#web/core/ui/record-editor.ts'

/** A speaker as the form holds them; '' where there is nothing. */
export type SpeakerValues = Record<keyof typeof speakerLabels, string>

export const speakerLabels = {
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

/** Which speaker is edited; without an id, a new one. */
export interface EditedSpeaker {
  eventId: number
  eventName: string
  speakerId?: number
}

/** What of their editor outlives a session. */
export interface KeptSpeaker extends KeptRecord<SpeakerValues> {
  edited: EditedSpeaker
}
export const keptSpeakerName = 'a speaker'

export const noSpeaker: SpeakerValues = {
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
}

export function speakerValuesOf(speaker: Speaker): Recorded<SpeakerValues> {
  const { speakerId: _, eventId: __, version, day, videoLink, website, email, ...texts } = speaker
  return {
    values: {
      ...texts,
      day: String(day),
      videoLink: videoLink ?? '',
      website: website ?? '',
      email: email ?? '',
    },
    version,
  }
}

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

/** What is sent of the values. */
export function speakerOf({ day, ...values }: SpeakerValues) {
  return { ...values, day: day === '2' ? (2 as const) : (1 as const) }
}
