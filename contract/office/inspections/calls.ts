import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { yearText } from '#contract/core/fields.ts'
import { seasonLabel } from '#contract/core/season.ts'
import { idNames, idText, onWire } from '#contract/core/wire.ts'

/** The oldest major version of Node.js that runs a pack's `verify.mjs`. */
export const oldestNode = 20

/** A pack's records: of one event, slot, person or renewal year. */
export const InspectionScope = onWire(idNames, {
  eventId: z.optional(idText()),
  eventSlotId: z.optional(idText()),
  userId: z.optional(z.uuid({ error: 'A user id is a UUID' })),
  /** The year in which the renewal year ends. */
  season: z.optional(yearText),
})
export type InspectionScope = z.output<typeof InspectionScope>

/** Returns the zip file's name: 'inspection-pack-event-12.zip' or 'inspection-pack-2026-2027.zip'. */
export function inspectionFileName({ eventId, eventSlotId, userId, season }: InspectionScope): string {
  const named = { event: eventId, slot: eventSlotId, person: userId }
  const [name] = Object.entries(named).flatMap(([what, id]) => (id === undefined ? [] : [`${what}-${id}`]))
  return `inspection-pack-${name ?? (season === undefined ? 'empty' : seasonLabel(season))}.zip`
}

export const downloadInspectionPack = endpoint({
  route: 'GET /private/inspections',
  access: 'exports:read',
  summary:
    'A zip file with all records of one event, time slot, person or renewal year for an inspector. The same records make the same bytes. The history has the SHA-256 of each download.',
  query: InspectionScope,
  file: 'application/zip',
  refusals: ['INSPECTION_SCOPE', 'INSPECTION_EMPTY', 'INSPECTION_COUNTING', 'INSPECTION_RUNS'],
})
