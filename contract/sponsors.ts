import * as z from 'zod/mini'
import { instant, onWire } from './wire.ts'

export const Sponsor = onWire(
  {
    sponsorId: 'id',
    eventId: 'event_id',
    companyName: 'name',
    website: 'contact_website',
    email: 'contact_email',
    createdAt: 'created_on',
    updatedAt: 'last_updated_on',
  },
  {
    sponsorId: z.number(),
    eventId: z.number(),
    logo: z.string(),
    companyName: z.string(),
    description: z.string(),
    website: z.nullable(z.string()),
    email: z.nullable(z.string()),
    createdAt: instant(),
    updatedAt: instant(),
  },
)
export type Sponsor = z.output<typeof Sponsor>
