import * as z from 'zod/mini'
import { endpoint, hallOfPeople } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { idText, instant } from '#contract/core/wire.ts'
import type { Held } from '#contract/events/events/facts.ts'
import { isInPerson, minutesEarly } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'

/** The state of a slot's room. `opensAt` is its next opening, `endsAt` the end of the current day. */
export type JoinTime =
  | { state: 'before'; opensAt: Date; startsAt: Date }
  | { state: 'open'; startsAt: Date; endsAt: Date }
  | { state: 'over' }

/** Decides if a slot's room is open at an instant; it opens on each day. */
export function joinTime(slot: SlotTime, now: Date): JoinTime {
  const day = slotDays(slot).find(({ endAt }) => now < endAt)
  if (!day) return { state: 'over' }
  const { startAt: startsAt, endAt: endsAt } = day
  const opensAt = new Date(startsAt.getTime() - minutesEarly * 60_000)
  return now < opensAt ? { state: 'before', opensAt, startsAt } : { state: 'open', startsAt, endsAt }
}

/** Returns the portal's own join link. It never changes and leads to the current webinar, or to that of `makeUpSlotId`. */
export function joinLink(
  publicUrl: string,
  { registrationId, joinCode }: { registrationId: number; joinCode: string },
  makeUpSlotId?: number,
): string {
  return publicUrl + paths.join({ registrationId, code: joinCode, makeUpSlotId })
}

/** Returns the join link of a virtual event; null in person. */
export function ownJoinLink(
  publicUrl: string,
  registration: Held & { registrationId: number; joinCode: string },
): string | null {
  return isInPerson(registration) ? null : joinLink(publicUrl, registration)
}

export const joinWebinar = endpoint({
  route: 'POST /public/join/:registrationId/:code',
  access: 'public',
  summary:
    'The target of a join link: the address of an open room, or the time when it opens. Registers a person whom the webinar platform does not know yet.',
  params: z.object({
    registrationId: idText(),
    code: z.uuid({ error: 'Has to be the code of a join link' }),
  }),
  query: z.object({
    /** The slot to make up missing hours; absent: the registered one. */
    slot: z.optional(idText()),
  }),
  data: z.object({
    /**
     * 'ready': `joinUrl` leads into the room. 'preparing': the room is open, and the person is being
     * registered; ask again. 'unannounced': the slot has no webinar yet. 'refused': by the webinar platform,
     * for the reason in `problem`. 'given-up': the admission to this other slot has ended.
     */
    state: z.enum(['before', 'ready', 'preparing', 'unannounced', 'refused', 'over', 'canceled', 'given-up']),
    eventName: z.string(),
    firstName: z.string(),
    /** In words. */
    slot: z.string(),
    /** The room's next opening, and the next start; null once it is over. */
    opensAt: z.nullable(instant()),
    startsAt: z.nullable(instant()),
    endsAt: z.nullable(instant()),
    joinUrl: z.nullable(z.string()),
    problem: z.string(),
    /** The event's fact about polls; '' if none. */
    pollFact: z.string(),
    /** The portal's clock, for countdowns. */
    now: instant(),
  }),
  refusals: ['JOIN_LINK_NOT_FOUND'],
  // A page that waits for the room asks again.
  limit: { perAddress: 10 * hallOfPeople },
})
