import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, instant, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'

/** A recount whose findings differ from the stored ones. */
export const RecountAlarm = onWire(idNames, {
  recountId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  eventSlotId: z.int(),
  slot: z.object(slotTimes),
  recountedAt: instant(),
  /** The people counted again. */
  people: z.int(),
  differences: z.array(
    z.object({
      registrationId: z.int(),
      /** '' for a deleted account. */
      name: z.string(),
      /** The hours of the stored finding and of the recount; null: none. */
      before: z.nullable(z.int()),
      now: z.nullable(z.int()),
    }),
  ),
})
export type RecountAlarm = z.output<typeof RecountAlarm>

export const getRecountAlarms = endpoint({
  route: 'GET /private/recounts',
  access: 'registrations:read',
  summary:
    'The recounts of settled slots whose findings are not the stored ones and that no one has seen yet, newest first.',
  data: z.object({ alarms: z.array(RecountAlarm) }),
})

export const seeRecount = endpoint({
  route: 'POST /private/recounts/seen',
  access: 'credits:write',
  summary: 'Ends the alarm of the nightly check. It changes no hours.',
  body: z.object({ recountId: id() }),
  data: z.object({}),
  refusals: ['RECOUNT_NOT_FOUND', 'NOTHING_CHANGES'],
})
