import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, optionalLine, optionalPersonName } from '#contract/core/fields.ts'
import { secureLink } from '#contract/core/links.ts'
import { richText } from '#contract/core/rich-text.ts'
import { id, onWire, readVersion } from '#contract/core/wire.ts'
import { companyFields } from '#contract/events/sponsors/company-fields.ts'
import { speakerDays, speakerNames } from './calls.ts'

export const speakerMessages = { day: 'Please choose day 1 or day 2.' } as const

const day = z.literal(speakerDays, { error: speakerMessages.day })

/** A speaker in a request. Absent fields stay; in a new speaker they are empty, and the day is the first. */
const speakerFields = {
  ...companyFields,
  day: z.optional(day),
  courseTitle: z.optional(optionalLine(longest.line)),
  courseDetails: z.optional(richText),
  presenterName: z.optional(optionalPersonName(longest.line)),
  presenterDesignation: z.optional(optionalLine(longest.line)),
  presenterDetails: z.optional(richText),
  videoLink: z.optional(z.nullable(secureLink())),
}
export const SpeakerFields = z.object(speakerFields)

export const NewSpeaker = onWire(speakerNames, { ...speakerFields, eventId: id() })
export type NewSpeaker = z.output<typeof NewSpeaker>

export const SpeakerEdit = onWire(speakerNames, { ...speakerFields, speakerId: id(), version: readVersion })
export type SpeakerEdit = z.output<typeof SpeakerEdit>

/** The saved speaker and its version. */
const WrittenSpeaker = onWire(speakerNames, { speakerId: z.int(), version: z.int() })

const large = {
  mostBytes: 512 * 1024,
  why: 'A speaker has two formatted texts of 20,000 characters, each of which may take several bytes.',
  perPerson: 30,
}

export const addSpeaker = endpoint({
  route: 'POST /private/add-speaker',
  access: 'events:write',
  summary:
    'Adds a speaker to a day of an event. Upload the logo first. Formatted texts keep only the allowed tags.',
  body: NewSpeaker,
  large,
  data: WrittenSpeaker,
  refusals: ['EVENT_NOT_FOUND'],
})

export const changeSpeaker = endpoint({
  route: 'POST /private/edit-speaker',
  access: 'events:write',
  summary: 'Changes a speaker.',
  body: SpeakerEdit,
  large,
  data: WrittenSpeaker,
  refusals: ['SPEAKER_NOT_FOUND', 'EVENT_NOT_FOUND', 'CHANGED_MEANWHILE'],
})

export const deleteSpeaker = endpoint({
  route: 'POST /private/delete-speaker',
  access: 'events:write',
  summary: 'Deletes a speaker.',
  body: onWire(speakerNames, { speakerId: id(), version: readVersion }),
  data: onWire(speakerNames, { speakerId: z.int() }),
  refusals: ['SPEAKER_NOT_FOUND', 'EVENT_NOT_FOUND', 'CHANGED_MEANWHILE'],
})

export const cloneSpeaker = endpoint({
  route: 'POST /private/clone-speaker',
  access: 'events:write',
  summary: 'Copies a speaker to an event, on the same day unless another is given.',
  body: onWire(
    { speakerId: 'speaker_id', eventId: 'clone_to_event_id', day: 'set_day' },
    { speakerId: id(), eventId: id(), day: z.optional(day) },
  ),
  data: WrittenSpeaker,
  refusals: ['SPEAKER_NOT_FOUND', 'EVENT_NOT_FOUND'],
})
