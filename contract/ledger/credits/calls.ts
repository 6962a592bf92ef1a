import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, requiredLine } from '#contract/core/fields.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { id, listOf, readVersion } from '#contract/core/wire.ts'
import { Hours } from './rules.ts'

const notDay = 'A day is YYYY-MM-DD'
const day = z
  .string({ error: notDay })
  .check(
    z.maxLength(10, { error: notDay }),
    z.refine(isPlainDate, { error: notDay }),
  ) as z.ZodMiniType as z.ZodMiniType<PlainDate>

/** The fields that a person may send about hours by hand. */
export const handFields = {
  /** The hours of each day; by default those that were earned come first. */
  byDay: z.optional(listOf(z.object({ on: day, hours: Hours }, { error: 'Has to be an object' }), 31)),
  /** true: more hours than were taught, or hours of a day that is not over, are meant. */
  isConfirmed: z.optional(z.boolean({ error: 'Has to be true or false' })),
}

export const handRefusals = ['CREDIT_DAYS_NEEDED', 'CREDIT_DAYS_WRONG', 'CREDIT_UNUSUAL'] as const

export const releaseHours = endpoint({
  method: 'POST',
  path: '/private/release-hours',
  access: 'credits:write',
  summary:
    "Releases a registration to the rule: what a person has decided stops counting, and the rule's newest credit counts. Without one, the certificate is withdrawn.",
  body: z.object({
    registrationId: id(),
    reason: requiredLine('Please give a reason', longest.line),
    version: readVersion,
  }),
  /** The hours that count now, and the registration's new version. */
  data: z.object({ hours: z.int(), version: z.int() }),
  refusals: [
    'REGISTRATION_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'NOT_DECIDED',
    'PROFILE_INCOMPLETE',
    'PROVIDER_INCOMPLETE',
    'CREDIT_ELSEWHERE',
  ],
})
