import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { optionalText } from '#contract/core/fields.ts'
import { id, onWire, readVersion } from '#contract/core/wire.ts'
import { sponsorNames } from './calls.ts'
import { companyFields } from './company-fields.ts'

/** A sponsor in a request. Absent fields stay; in a new sponsor they are empty. */
const sponsorFields = { ...companyFields, description: z.optional(optionalText()) }
export const SponsorFields = z.object(sponsorFields)

export const NewSponsor = onWire(sponsorNames, { ...sponsorFields, eventId: id() })
export type NewSponsor = z.output<typeof NewSponsor>

export const SponsorEdit = onWire(sponsorNames, { ...sponsorFields, sponsorId: id(), version: readVersion })
export type SponsorEdit = z.output<typeof SponsorEdit>

/** The saved sponsor and its version. */
const WrittenSponsor = onWire(sponsorNames, { sponsorId: z.int(), version: z.int() })

export const addSponsor = endpoint({
  route: 'POST /private/add-sponsor',
  access: 'events:write',
  summary: 'Adds a sponsor to an event. Upload its logo first.',
  body: NewSponsor,
  data: WrittenSponsor,
  refusals: ['EVENT_NOT_FOUND'],
})

export const changeSponsor = endpoint({
  route: 'POST /private/edit-sponsor',
  access: 'events:write',
  summary: 'Changes a sponsor.',
  body: SponsorEdit,
  data: WrittenSponsor,
  refusals: ['SPONSOR_NOT_FOUND', 'EVENT_NOT_FOUND', 'CHANGED_MEANWHILE'],
})

export const deleteSponsor = endpoint({
  route: 'POST /private/delete-sponsor',
  access: 'events:write',
  summary: 'Deletes a sponsor. If it was the featured one, its event features no sponsor.',
  body: onWire(sponsorNames, { sponsorId: id(), version: readVersion }),
  data: onWire(sponsorNames, { sponsorId: z.int() }),
  refusals: ['SPONSOR_NOT_FOUND', 'EVENT_NOT_FOUND', 'CHANGED_MEANWHILE'],
})

export const featureSponsor = endpoint({
  route: 'POST /private/mark-as-featured-sponsor',
  access: 'events:write',
  summary: 'Features one of the sponsors of an event; null features none.',
  body: onWire(
    { eventId: 'event_id', sponsorId: 'sponsor_id' },
    { eventId: id(), sponsorId: z.nullable(id()) },
  ),
  data: z.object({}),
  refusals: ['EVENT_NOT_FOUND', 'SPONSOR_NOT_FOUND'],
})
