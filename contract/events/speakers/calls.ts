import * as z from 'zod/mini'
import { onWire } from '#contract/core/wire.ts'

/** Our names to the wire's. */
export const speakerNames = {
  speakerId: 'id',
  eventId: 'event_id',
  companyName: 'name',
  courseTitle: 'event_name',
  courseDetails: 'event_details',
  presenterName: 'presenter_name',
  presenterDesignation: 'presenter_designation',
  presenterDetails: 'presenter_details',
  videoLink: 'youtube_video_link',
  website: 'contact_website',
  email: 'contact_email',
} as const

/** An event has two days at most. */
export const speakerDays = [1, 2] as const

export const Speaker = onWire(speakerNames, {
  speakerId: z.int(),
  eventId: z.int(),
  logo: z.string(),
  companyName: z.string(),
  day: z.literal(speakerDays),
  courseTitle: z.string(),
  /** Sanitized HTML. */
  courseDetails: z.string(),
  presenterName: z.string(),
  presenterDesignation: z.string(),
  presenterDetails: z.string(),
  videoLink: z.nullable(z.string()),
  website: z.nullable(z.string()),
  email: z.nullable(z.string()),
  version: z.int(),
})
export type Speaker = z.output<typeof Speaker>
