import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { listFile, listFormat } from '#contract/core/list-files.ts'
import { idText, onWire } from '#contract/core/wire.ts'

const ofEvent = { eventId: idText() }
const names = { eventId: 'event_id' } as const

export const getSponsorConsents = endpoint({
  route: 'GET /private/sponsor-consents',
  access: 'exports:read',
  summary:
    'Counts the people registered for an event, and those who agreed that its sponsors get their names.',
  query: onWire(names, ofEvent),
  data: z.object({ registered: z.int(), agreed: z.int() }),
  refusals: ['EVENT_NOT_FOUND'],
})

export const exportForSponsors = endpoint({
  route: 'GET /private/sponsor-export',
  access: 'exports:read',
  summary:
    'The people registered for an event who agreed that its sponsors get their names, as CSV or an Excel workbook.',
  query: onWire(names, { ...ofEvent, ...listFormat }),
  file: listFile,
  refusals: ['EVENT_NOT_FOUND'],
})

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
