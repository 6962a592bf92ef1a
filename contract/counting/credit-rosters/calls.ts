import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { yearText } from '#contract/core/fields.ts'
import { listFile, listFormat } from '#contract/core/list-files.ts'
import { wireDate } from '#contract/core/plain-dates.ts'
import { id, idNames, idText, onWire } from '#contract/core/wire.ts'
import { ReportedCredit, RosterReport } from './rows.ts'

const scope = {
  eventId: z.optional(idText()),
  eventSlotId: z.optional(idText()),
  /** A renewal year. */
  year: z.optional(yearText),
}
/** An event, one of its slots, or a renewal year: exactly one of them. */
export type RosterScope = { [Field in keyof typeof scope]?: number | undefined }

const oneScope = z.refine<RosterScope>(
  ({ eventId, eventSlotId, year }) => [eventId, eventSlotId, year].filter(Boolean).length === 1,
  { path: ['event_id'], error: 'Choose an event, a time slot or a renewal year' },
)
const ofScope = onWire(idNames, scope).check(oneScope)

export const RosterRow = onWire(idNames, {
  registrationId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  eventSlotId: z.int(),
  startOn: wireDate,
  endOn: wireDate,
  /** The last report; null if never reported, or taken back. */
  was: z.nullable(ReportedCredit),
  /** The current credit; null if withdrawn. */
  now: z.nullable(ReportedCredit),
})
export type RosterRow = z.output<typeof RosterRow>

export const getRoster = endpoint({
  route: 'GET /private/credit-rosters',
  access: 'exports:read',
  summary:
    'The credits of an event, a time slot or a renewal year for FAASafety.gov, by name, each with what was last reported.',
  query: ofScope,
  data: z.object({
    rows: z.array(RosterRow),
    /** Names these rows in `reportRoster`. */
    state: z.string(),
    /** Newest first. */
    reports: z.array(RosterReport),
  }),
  refusals: ['EVENT_NOT_FOUND', 'SLOT_NOT_FOUND'],
})

export const rosterColumns = [
  'Name',
  'Email',
  'Event',
  'Days',
  'Hours',
  'Hours by Day',
  'FAA Course Number',
] as const
/** The further columns of a roster of differences. */
export const differenceColumns = ['Change', 'From → To'] as const

export const exportRoster = endpoint({
  route: 'GET /private/credit-rosters/file',
  access: 'exports:read',
  summary: 'The same roster, or only its differences from what was reported, as CSV or an Excel workbook.',
  query: onWire(idNames, {
    ...scope,
    ...listFormat,
    only: z.optional(z.literal('differences', { error: 'Has to be differences' })),
  }).check(oneScope),
  file: listFile,
  refusals: ['EVENT_NOT_FOUND', 'SLOT_NOT_FOUND'],
})

const notState = 'Has to be the state of a roster'
const notYear = 'A year has four digits'

export const reportRoster = endpoint({
  route: 'POST /private/credit-rosters/reports',
  access: 'credits:write',
  summary: 'Marks the differences of a roster as reported to FAASafety.gov.',
  body: onWire(idNames, {
    eventId: z.optional(id()),
    eventSlotId: z.optional(id()),
    year: z.optional(
      z
        .int({ error: notYear })
        .check(z.minimum(1000, { error: notYear }), z.maximum(9999, { error: notYear })),
    ),
    /** The state of the roster as read. */
    state: z.string({ error: notState }).check(z.regex(/^[0-9a-f]{64}$/, { error: notState })),
  }).check(oneScope),
  data: z.object({ rows: z.int() }),
  refusals: ['EVENT_NOT_FOUND', 'SLOT_NOT_FOUND', 'CHANGED_MEANWHILE', 'NOTHING_TO_DO'],
})

/** An event with credits that differ from what was reported. */
export const DueRoster = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  differences: z.int(),
  /** A part of it was reported before. */
  isReported: z.boolean(),
})
export type DueRoster = z.output<typeof DueRoster>

export const getDueRosters = endpoint({
  route: 'GET /private/credit-rosters/due',
  access: 'exports:read',
  summary:
    'The events of the current renewal year, and of the month before it, whose credits differ from what was reported.',
  data: z.object({ due: z.array(DueRoster) }),
})
