import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { yearText } from '#contract/core/fields.ts'
import { idNames, idText, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'

const count = z.int()

/** A slot from the first registration to the last emailed certificate. */
export const SlotProgress = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  eventSlotId: z.int(),
  ...slotTimes,
  isInPerson: z.boolean(),
  isDraft: z.boolean(),
  isWebinar: z.boolean(),
  /** null: no limit. */
  seats: z.nullable(count),
  registered: count,
  /** The people on the waitlist, or with an offered seat. */
  waiting: count,
  /** The people present by a report; null without a report. */
  attended: z.nullable(count),
  /** No more reports are expected. */
  isFinal: z.boolean(),
  /** The open questions about hours, as the queue counts them. */
  decisions: count,
  /** The people who qualify for hours that they don't have yet. */
  creditable: count,
  certificates: count,
  /** The certificates whose newest issue was emailed, or is about to be. */
  mailed: count,
  /** The certificates that were not emailed and whose address works. */
  mailable: count,
})
export type SlotProgress = z.output<typeof SlotProgress>

export const getSlotProgress = endpoint({
  route: 'GET /private/dashboard/slots',
  access: 'registrations:read',
  summary:
    'One line for each slot of an event, or of the events of a renewal year, by default the current one: who registered, attended, has a certificate and got it by email, and what waits.',
  query: onWire(idNames, { eventId: z.optional(idText()), year: z.optional(yearText) }),
  data: z.object({ slots: z.array(SlotProgress) }),
})

export const getToday = endpoint({
  route: 'GET /private/dashboard/menu',
  access: 'registrations:read',
  summary:
    'The people expected at today’s in-person slots and how many have come, null without such a slot; the people on waitlists; and whether a coming slot has a limit of seats.',
  data: z.object({
    seminar: z.nullable(z.object({ expected: count, came: count })),
    waiting: count,
    hasSeats: z.boolean(),
  }),
})
