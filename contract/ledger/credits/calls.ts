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

/** The fields of manual hours in a request. */
export const handFields = {
  /** The hours of each day; earned ones first by default. */
  byDay: z.optional(listOf(z.object({ on: day, hours: Hours }, { error: 'Has to be an object' }), 31)),
  /** true: more hours than taught, or hours of a day that has not ended, are intended. */
  isConfirmed: z.optional(z.boolean({ error: 'Must be true or false' })),
}

export const handRefusals = ['CREDIT_DAYS_NEEDED', 'CREDIT_DAYS_WRONG', 'CREDIT_UNUSUAL'] as const

export const releaseHours = endpoint({
  route: 'POST /private/release-hours',
  access: 'credits:write',
  summary:
    "Returns a registration to automatic hours: what a person has decided stops counting, and the rule's newest credit counts. Without one, the certificate is withdrawn.",
  body: z.object({
    registrationId: id(),
    reason: requiredLine('Enter a reason', longest.line),
    version: readVersion,
  }),
  /** The credited hours, and the registration's version. */
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
