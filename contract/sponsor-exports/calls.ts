import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idText, onWire } from '#contract/core/wire.ts'

const ofEvent = onWire({ eventId: 'event_id' }, { eventId: idText() })

export const getSponsorConsents = endpoint({
  method: 'GET',
  path: '/private/sponsor-consents',
  access: 'exports:read',
  summary:
    'Counts the people registered for an event, and those who agreed that its sponsors get their names.',
  query: ofEvent,
  data: z.object({ registered: z.int(), agreed: z.int() }),
  refusals: ['EVENT_NOT_FOUND'],
})

export const exportForSponsors = endpoint({
  method: 'GET',
  path: '/private/sponsor-export',
  access: 'exports:read',
  summary: 'The people registered for an event who agreed that its sponsors get their names, as CSV.',
  query: ofEvent,
  file: 'text/csv',
  refusals: ['EVENT_NOT_FOUND'],
})

/** The header of the file. */
export const sponsorColumns = [
  'First Name',
  'Last Name',
  'Company',
  'Email',
  'Phone',
  'State',
  'Country',
  'Focus',
  'Slot (Eastern)',
  'Consent Given At (Eastern)',
] as const
