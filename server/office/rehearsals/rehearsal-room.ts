import { presentEverySeconds } from '#contract/webinars/webinar-rooms/calls.ts'
import { notePresence } from '#server/webinars/webinar-rooms/webinar-room-visits.ts'
import type { WriteServices } from '#server/work.ts'
import { write } from '#server/work.ts'
import type { RehearsalClient } from './rehearsal-client.ts'
import type { RehearsalDay, Stay } from './rehearsal-habits.ts'
import type { SignedUp } from './rehearsal-people.ts'
import { openJoinLink } from './rehearsal-people.ts'

/** A page reports every 30 seconds. The room takes three of these for one absence, so this is as good, with a third of the calls. */
const reportMs = presentEverySeconds * 1000 * 3 - 5000

/** A moment, with the people whose pages report then. */
export interface RoomMoment {
  at: number
  people: SignedUp[]
}

/** Returns the moments of a day. Everybody reports when they come and when they go, and together with the others in between. */
export function momentsOf({ startAt, endAt }: RehearsalDay, people: readonly SignedUp[]): RoomMoment[] {
  const moments = new Map<number, Set<SignedUp>>()
  const report = (at: number, person: SignedUp) =>
    void moments.set(at, (moments.get(at) ?? new Set()).add(person))
  const isOfDay = ([from, to]: Stay) => from < endAt && to > startAt
  for (const person of people) {
    for (const [from, to] of person.stays.filter(isOfDay)) {
      report(from, person)
      for (let at = Math.ceil(from / reportMs) * reportMs; at < to; at += reportMs) report(at, person)
      report(to, person)
    }
  }
  return [...moments]
    .map(([at, reporting]) => ({ at, people: [...reporting] }))
    .toSorted((a, b) => a.at - b.at)
}

/** Reports everybody of a moment as present in the room, by the room's own verb. Who comes for the first time opens their join link. */
export async function reportPresence(
  services: WriteServices,
  client: RehearsalClient,
  { people }: RoomMoment,
): Promise<void> {
  for (const person of people) person.seat ??= await openJoinLink(client, person)
  await write(services, undefined, async (work) => {
    for (const { seat } of people) await notePresence(work, seat as string)
  })
}
