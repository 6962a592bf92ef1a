import * as z from 'zod/mini'
import { instant } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { reportParts } from './rules.ts'

/**
 * A decision that a report does not count, or only in part. It applies to one day or all, and to visits,
 * answers or both.
 */
export const SetAside = z.object({
  decisionId: z.int(),
  /** null: every day. */
  on: z.nullable(z.string()),
  /** null: visits and answers. */
  part: z.nullable(z.enum(reportParts)),
  reason: z.string(),
  /** Name or email; null for a deleted account. */
  decidedBy: z.nullable(z.string()),
  decidedAt: instant(),
})
export type SetAside = z.output<typeof SetAside>

/** The slot of a report. */
export const slotNamed = {
  eventSlotId: z.int(),
  eventName: z.string(),
  slot: z.object(slotTimes),
}
