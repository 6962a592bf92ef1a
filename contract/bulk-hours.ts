import * as z from 'zod/mini'
import { mostInBulk } from './bulk-jobs.ts'
import { creditRefusal } from './credits.ts'
import { comparedEmail } from './email-addresses.ts'
import { endpoint } from './endpoint.ts'
import { longest, optionalLine } from './fields.ts'
import { id, idText, onWire } from './wire.ts'

/** A row of an uploaded list. */
export interface HoursRow {
  email: string
  hours: number
  notes?: string | undefined
}

/** A registration of the slot that the list is for. */
export interface KnownRegistration {
  hours: number
  isProfileComplete: boolean
}

/** What becomes of a row, and in words. */
export const hoursVerdicts = {
  issues: 'Certificate will be issued',
  withdraws: 'Certificate will be withdrawn',
  unchanged: 'Unchanged',
  duplicate: 'Is in the list more than once: taken once',
  contradictory: 'Is in the list with different hours',
  unknown: 'Not registered for this time slot',
  'not-whole': 'Hours are not a whole number',
  'out-of-range': 'Hours are from 0 to 8',
  incomplete: 'Their profile is not complete',
} as const
export type HoursVerdict = keyof typeof hoursVerdicts

/** Verdicts whose rows change something. */
export function changesHours(verdict: HoursVerdict): boolean {
  return verdict === 'issues' || verdict === 'withdraws'
}

/** Verdicts whose rows can't be done. */
export function isRefused(verdict: HoursVerdict): boolean {
  return !(changesHours(verdict) || verdict === 'unchanged' || verdict === 'duplicate')
}

/**
 * Decides about every row of a list, in its order; `known` are the slot's registrations by email, in lower case. The server runs
 * the same on what it is sent as the page shows before.
 */
export function judgeHours(rows: HoursRow[], known: ReadonlyMap<string, KnownRegistration>): HoursVerdict[] {
  const hoursOf = new Map<string, Set<number>>()
  for (const { email, hours } of rows) {
    const key = comparedEmail(email)
    const all = hoursOf.get(key) ?? new Set()
    hoursOf.set(key, all.add(hours))
  }
  const seen = new Set<string>()
  return rows.map((row) => {
    const key = comparedEmail(row.email)
    if ((hoursOf.get(key)?.size ?? 0) > 1) return 'contradictory'
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst ? judgeRow(row.hours, known.get(key)) : 'duplicate'
  })
}

function judgeRow(hours: number, registration: KnownRegistration | undefined): HoursVerdict {
  if (!Number.isInteger(hours)) return 'not-whole'
  if (hours < 0 || hours > 8) return 'out-of-range'
  if (!registration) return 'unknown'
  if (hours === registration.hours) return 'unchanged'
  if (creditRefusal(hours, registration)) return 'incomplete'
  return hours === 0 ? 'withdraws' : 'issues'
}

export const getSlotHours = endpoint({
  method: 'GET',
  path: '/private/slot-hours',
  access: 'admin',
  summary: 'The registrations of a slot as far as uploaded hours are concerned.',
  query: onWire({ eventSlotId: 'event_slot_id' }, { eventSlotId: idText() }),
  data: z.object({
    registrations: z.array(
      z.object({ email: z.string(), name: z.string(), hours: z.number(), isProfileComplete: z.boolean() }),
    ),
  }),
})

export const importHours = endpoint({
  method: 'POST',
  path: '/private/bulk-hours-import',
  access: 'admin',
  summary:
    'Credits the hours of a list to the registrations of a slot; certificates follow, and are mailed where asked. The same list again changes nothing.',
  body: onWire(
    { eventSlotId: 'event_slot_id', mailsCertificates: 'email_cert' },
    {
      eventSlotId: id(),
      mailsCertificates: z.optional(z.boolean({ error: 'Has to be true or false' })),
      data: z
        .array(
          z.object(
            {
              email: z.string({ error: 'Every row needs an email' }).check(z.maxLength(longest.line)),
              hours: z
                .number({ error: 'Hours are a number' })
                .check(z.minimum(-1_000_000), z.maximum(1_000_000)),
              notes: z.optional(optionalLine(longest.line)),
            },
            { error: 'A row has email, hours and notes' },
          ),
          { error: 'The list is missing' },
        )
        .check(
          z.minLength(1, { error: 'The list is empty' }),
          z.maxLength(mostInBulk, { error: `A list has ${mostInBulk} rows at most` }),
        ),
    },
  ),
  // A row with a long email and notes has about 500 bytes.
  bodyLimit: 8 * 1024 * 1024,
  data: z.object({
    /** One per row, in order. */
    results: z.array(
      z.object({
        email: z.string(),
        hours: z.number(),
        /** 'updated', 'unchanged' or 'failed'. */
        status: z.enum(['updated', 'unchanged', 'failed']),
        /** null where it did not fail. */
        error: z.nullable(z.string()),
      }),
    ),
    /** What it can be followed and undone by; absent where nothing has changed. */
    jobId: z.optional(z.string()),
  }),
  refusals: ['SLOT_NOT_FOUND'],
})
