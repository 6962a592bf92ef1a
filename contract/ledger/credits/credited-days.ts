import * as z from 'zod/mini'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'

/** Whole hours by the day that earned them, in order. */
export const CreditedDays = z.array(
  z.object({
    on: z.custom<PlainDate>((value) => typeof value === 'string' && isPlainDate(value)),
    hours: z.int(),
  }),
)
