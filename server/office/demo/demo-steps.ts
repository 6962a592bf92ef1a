import { roles } from '#contract/people/administrators/roles.ts'
import type { Caller } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'

export interface DemoPerson {
  userId: string
  email: string
  firstName: string
  lastName: string
}

/** A demo that is being filled. */
export interface Demo {
  services: Services
  /** The instant of the first start. */
  now: Date
  people: readonly DemoPerson[]
  administratorId: string
  /** Runs a verb at an instant, in a transaction of its own. Throws once the portal ends. */
  run<Result>(at: Date, verb: (work: Work) => Promise<Result>, actingUserId?: string): Promise<Result>
  /** Waits for what jobs do. */
  until(isDone: () => Promise<boolean>): Promise<void>
}

/** Returns the slots of an event by its name, in order. */
export function slotsNamed({ services: { db } }: Demo, eventName: string) {
  return db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select([
      'eventSlotId',
      'eventSlots.eventId',
      'focusId',
      'startOn',
      'endOn',
      'startTime',
      'endTime',
      'breaks',
    ])
    .where('eventName', '=', eventName)
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('startTime')
    .execute()
}
export type DemoSlot = Awaited<ReturnType<typeof slotsNamed>>[number]

/** Returns the registrations of a slot with the people and hours, by person's place in the demo. */
export async function registeredFor({ services: { db }, people }: Demo, { eventSlotId }: DemoSlot) {
  const rows = await db
    .selectFrom('registrations')
    .select(['registrationId', 'userId', 'hours'])
    .where('eventSlotId', '=', eventSlotId)
    .where('cancelledAt', 'is', null)
    .execute()
  const byUser = new Map(rows.map((row) => [row.userId, row]))
  return people.flatMap((person) => {
    const row = byUser.get(person.userId)
    return row ? [{ ...person, ...row, userId: person.userId }] : []
  })
}

/** Returns an administrator as the caller of a verb that wants one. */
export function callerOf(userId: string): Caller {
  return {
    userId,
    role: 'admin' as const,
    permissions: roles.administrator.permissions,
    tokenHash: Buffer.alloc(0),
  }
}
