import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idNames, instant, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { reportParts } from './rules.ts'

/** The portal's reason for setting aside what a newer report hid before the rule `hours-2`. */
export const replacedReason = 'replaced before hours-2'

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
  /** Name or email; null for the portal or a deleted account. */
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

/** A report set aside by an upgrade, wholly or in part, because a newer one hid it before the rule `hours-2`. */
export const ReplacedReport = z.object({
  originName: z.string(),
  receivedAt: instant(),
  /** Each with its key in a decision. */
  setAside: z.array(z.extend(SetAside, { subject: z.string() })),
})
export type ReplacedReport = z.output<typeof ReplacedReport>

export const getReplacedReports = endpoint({
  route: 'GET /private/attendance-reports/replaced',
  access: 'registrations:read',
  summary:
    'The reports that an upgrade has set aside, over all slots, latest slot first, until an administrator takes them back or confirms it.',
  data: z.object({
    slots: z.array(
      onWire(idNames, {
        ...slotNamed,
        /** Oldest first. */
        reports: z.array(ReplacedReport),
      }),
    ),
  }),
})
