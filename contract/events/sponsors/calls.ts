import * as z from 'zod/mini'
import { instant, onWire } from '#contract/core/wire.ts'

/** Our names to the wire's. */
export const sponsorNames = {
  sponsorId: 'id',
  eventId: 'event_id',
  companyName: 'name',
  website: 'contact_website',
  email: 'contact_email',
  createdAt: 'created_on',
  updatedAt: 'last_updated_on',
} as const

export const Sponsor = onWire(sponsorNames, {
  sponsorId: z.int(),
  eventId: z.int(),
  logo: z.string(),
  companyName: z.string(),
  description: z.string(),
  website: z.nullable(z.string()),
  email: z.nullable(z.string()),
  createdAt: instant(),
  updatedAt: instant(),
  version: z.int(),
})
export type Sponsor = z.output<typeof Sponsor>
