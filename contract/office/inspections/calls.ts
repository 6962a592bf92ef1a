import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { linkCode } from '#contract/core/fields.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'

/** The days that a link for an inspector is valid, and that the bytes of a pack are kept. */
export const inspectionDays = 14

/** The oldest major version of Node.js with which a pack's `verify.mjs` runs. */
export const oldestNode = 20

const notYear = 'A year has four digits'
const season = z
  .int({ error: notYear })
  .check(z.minimum(1000, { error: notYear }), z.maximum(9999, { error: notYear }))

/** The records of a pack: those of one event, slot, person or renewal year. */
export const InspectionScope = onWire(idNames, {
  eventId: z.optional(id()),
  eventSlotId: z.optional(id()),
  userId: z.optional(z.uuid({ error: 'A user id is a UUID' })),
  /** The year in which the renewal year ends. */
  season: z.optional(season),
})
export type InspectionScope = z.output<typeof InspectionScope>

/** The contents of a pack in numbers. */
export const InspectionSummary = z.object({
  people: z.int(),
  /** Registrations with hours of credit, and the sum of their hours. */
  credited: z.int(),
  hours: z.int(),
  certificates: z.int(),
  reports: z.int(),
  findings: z.int(),
  files: z.int(),
})
export type InspectionSummary = z.output<typeof InspectionSummary>

const made = {
  /** The scope in words, such as 'Piston 2027' or 'Renewal year 2026-2027'. */
  scope: z.string(),
  /** The SHA-256 of the file, hexadecimal. */
  sha256: z.string(),
  bytes: z.int(),
  summary: InspectionSummary,
}

export const InspectionLink = z.object({
  linkId: z.int(),
  /** Name or email; '': somebody who has deleted their account. */
  createdBy: z.string(),
  createdAt: instant(),
  expiresAt: instant(),
  revokedAt: z.nullable(instant()),
  /** The number of times that it was opened. `lastOpenedAt` has the last time. */
  openings: z.int(),
  lastOpenedAt: z.nullable(instant()),
})
export type InspectionLink = z.output<typeof InspectionLink>

export const InspectionPack = z.object({
  packId: z.int(),
  scope: made.scope,
  askedBy: z.string(),
  askedAt: instant(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** The files that are in the pack so far, and all; 0 before they are counted. */
  doneFiles: z.int(),
  allFiles: z.int(),
  /** The reason of a failure, or the count for which it waits, in words; '' if there is neither. */
  problem: z.string(),
  /** null: it is not made yet. */
  made: z.nullable(z.object({ sha256: made.sha256, bytes: made.bytes, summary: made.summary })),
  /** Whether its bytes are still kept. */
  isKept: z.boolean(),
  links: z.array(InspectionLink),
})
export type InspectionPack = z.output<typeof InspectionPack>

export const getInspectionPacks = endpoint({
  method: 'GET',
  path: '/private/inspections',
  access: 'exports:read',
  summary: 'The fifty newest inspection packs, with their links.',
  data: z.object({ packs: z.array(InspectionPack) }),
})

export const makeInspectionPack = endpoint({
  method: 'POST',
  path: '/private/inspections',
  access: 'exports:read',
  summary:
    'Makes a pack of all records of one event, time slot, person or renewal year for an inspector. The same records make the same bytes.',
  body: InspectionScope,
  data: z.object({ packId: z.int() }),
  refusals: ['INSPECTION_SCOPE', 'INSPECTION_EMPTY', 'INSPECTION_RUNS'],
})

const packParams = z.object({ packId: idText() })

export const downloadInspectionPack = endpoint({
  method: 'GET',
  path: '/private/inspections/:packId/file',
  access: 'exports:read',
  summary: 'An inspection pack as a zip file, while it is kept.',
  params: packParams,
  file: 'application/zip',
  refusals: ['INSPECTION_NOT_KEPT'],
})

export const shareInspectionPack = endpoint({
  method: 'POST',
  path: '/private/inspections/share',
  access: 'people:write',
  summary: `Makes a link with which an inspector reads a pack without signing in, for ${inspectionDays} days. It is answered once.`,
  body: z.object({ packId: id() }),
  data: z.object({ link: z.string(), expiresAt: instant() }),
  refusals: ['INSPECTION_NOT_KEPT'],
})

export const revokeInspectionLink = endpoint({
  method: 'POST',
  path: '/private/inspections/revoke',
  access: 'people:write',
  summary: 'Ends a link of an inspector.',
  body: z.object({ linkId: id() }),
  data: z.object({}),
  refusals: ['INSPECTION_LINK_OVER'],
})

const byCode = z.object({ code: linkCode })

export const openInspection = endpoint({
  method: 'POST',
  path: '/public/inspections/open',
  access: 'public',
  summary: 'What an inspector’s link leads to. Each opening is in the history.',
  body: byCode,
  data: z.object({
    ...made,
    madeAt: instant(),
    expiresAt: instant(),
    /** The training provider, and how to reach it. */
    provider: z.object({ name: z.string(), contact: z.string() }),
    /** The address of the public keys that verify the pack. */
    keys: z.string(),
  }),
  limit: { perAddress: 100 },
  refusals: ['INSPECTION_LINK_OVER'],
})

export const downloadInspection = endpoint({
  method: 'GET',
  path: '/public/inspections/:code/file',
  access: 'public',
  summary: 'The pack of an inspector’s link as a zip file. Each download is in the history.',
  params: byCode,
  file: 'application/zip',
  limit: { perAddress: 100 },
  refusals: ['INSPECTION_LINK_OVER'],
})
