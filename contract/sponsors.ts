import * as z from 'zod/mini'

export const Sponsor = z.object({
  id: z.number(),
  event_id: z.number(),
  logo: z.string(),
  name: z.string(),
  description: z.string(),
  contact_website: z.nullable(z.string()),
  contact_email: z.nullable(z.string()),
  created_on: z.string(),
  last_updated_on: z.string(),
})
export type Sponsor = z.infer<typeof Sponsor>
