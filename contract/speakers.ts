import * as z from 'zod/mini'

export const Speaker = z.object({
  id: z.number(),
  event_id: z.number(),
  logo: z.string(),
  /** The company. */
  name: z.string(),
  day: z.literal([1, 2]),
  /** The course title. */
  event_name: z.string(),
  /** Sanitised HTML: the course description. */
  event_details: z.string(),
  presenter_name: z.string(),
  presenter_designation: z.string(),
  /** Sanitised HTML. */
  presenter_details: z.string(),
  youtube_video_link: z.nullable(z.string()),
  contact_website: z.nullable(z.string()),
  contact_email: z.nullable(z.string()),
})
export type Speaker = z.infer<typeof Speaker>
