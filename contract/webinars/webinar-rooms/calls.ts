import * as z from 'zod/mini'
import { endpoint, hallOfPeople } from '#contract/core/endpoint.ts'
import { instant } from '#contract/core/wire.ts'

const seat = z.object({ seatCode: z.uuid({ error: 'Has to be the code of a seat' }) })

export const getWebinarRoom = endpoint({
  route: 'GET /public/webinar-rooms/:seatCode',
  access: 'public',
  summary: 'The room of a seat in the embedded webinar platform, and when it is open.',
  params: seat,
  data: z.object({
    topic: z.string(),
    firstName: z.string(),
    /** In words. */
    slot: z.string(),
    state: z.enum(['before', 'open', 'over']),
    opensAt: z.nullable(instant()),
    startsAt: z.nullable(instant()),
    endsAt: z.nullable(instant()),
    now: instant(),
  }),
  refusals: ['JOIN_LINK_NOT_FOUND'],
  limit: { perAddress: 5 * hallOfPeople },
})

/** An open page reports presence every so many seconds. */
export const presentEverySeconds = 30

export const tellPresence = endpoint({
  route: 'POST /public/webinar-rooms/:seatCode/visits',
  access: 'public',
  summary: 'Reports that a person is in the room; stored as a visit with its start and end.',
  params: seat,
  data: z.object({}),
  refusals: ['JOIN_LINK_NOT_FOUND', 'ROOM_CLOSED'],
  limit: { perAddress: (600 / presentEverySeconds) * hallOfPeople },
})
