import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { idText, instant } from '#contract/core/wire.ts'
import { type Held, isInPerson, minutesEarly } from '#contract/events/facts.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { slotDays } from '#contract/slots/times.ts'

/** Whether one joins now, and when else: `opensAt` is the next time that the room opens, `endsAt` when the day that is on ends. */
export type JoinTime =
  | { state: 'before'; opensAt: Date; startsAt: Date }
  | { state: 'open'; startsAt: Date; endsAt: Date }
  | { state: 'over' }

/** Decides whether the room of a slot is open at an instant; over several days it opens on each. */
export function joinTime(slot: SlotTime, now: Date): JoinTime {
  const day = slotDays(slot).find(({ endAt }) => now < endAt)
  if (!day) return { state: 'over' }
  const { startAt: startsAt, endAt: endsAt } = day
  const opensAt = new Date(startsAt.getTime() - minutesEarly * 60_000)
  return now < opensAt ? { state: 'before', opensAt, startsAt } : { state: 'open', startsAt, endsAt }
}

/** The portal's own link to join by, the same wherever it is written: it leads to wherever the webinar is by then. */
export function joinLink(
  publicUrl: string,
  { registrationId, joinCode }: { registrationId: number; joinCode: string },
): string {
  return publicUrl + paths.join({ registrationId, code: joinCode })
}

/** The same where one joins at all: nobody does an event in person. */
export function ownJoinLink(
  publicUrl: string,
  registration: Held & { registrationId: number; joinCode: string },
): string | null {
  return isInPerson(registration) ? null : joinLink(publicUrl, registration)
}

export const joinWebinar = endpoint({
  method: 'POST',
  path: '/public/join/:registrationId/:code',
  access: 'public',
  summary:
    'What a join link leads to: while the room is open, where it is; before, when it opens. Whoever is not known to the platform yet is registered there first.',
  params: z.object({
    registrationId: idText(),
    code: z.uuid({ error: 'Has to be the code of a join link' }),
  }),
  data: z.object({
    /**
     * 'ready': `joinUrl` leads into the room. 'preparing': the room is open, and the person about to be registered there: ask
     * again. 'unannounced': the slot has no webinar yet. 'refused': the platform refuses them, as `problem` says.
     */
    state: z.enum(['before', 'ready', 'preparing', 'unannounced', 'refused', 'over', 'canceled']),
    eventName: z.string(),
    firstName: z.string(),
    /** When it takes place, in words. */
    slot: z.string(),
    /** The next time that the room opens, and the time that it is about; null once it is over. */
    opensAt: z.nullable(instant()),
    startsAt: z.nullable(instant()),
    endsAt: z.nullable(instant()),
    joinUrl: z.nullable(z.string()),
    problem: z.string(),
    /** What the event says of polls; '' where it says nothing. */
    pollFact: z.string(),
    /** The portal's clock, for counting down. */
    now: instant(),
  }),
  refusals: ['JOIN_LINK_NOT_FOUND'],
  limit: { perAddress: 600 },
})
