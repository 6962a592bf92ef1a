import { refusing } from '#server/core/http/refusal.ts'
import { selectSlots } from '#server/events/slots/queries.ts'
import type { Db, Tx } from '#server/services.ts'

/** Locks a person's current registration. Refuses with REGISTRATION_NOT_FOUND, also for others' registrations. */
export async function lockOwnRegistration(
  tx: Tx,
  userId: string,
  registrationId: number,
): Promise<{ eventId: number }> {
  return tx
    .selectFrom('registrations')
    .select('eventId')
    .where('registrationId', '=', registrationId)
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(refusing('REGISTRATION_NOT_FOUND'))
}

/** Returns a registration's admission to a slot, if current. */
export function findCurrentMakeUp(
  db: Db,
  { registrationId, eventSlotId }: { registrationId: number; eventSlotId: number },
) {
  return db
    .selectFrom('makeUps')
    .select('makeUpId')
    .where('registrationId', '=', registrationId)
    .where('eventSlotId', '=', eventSlotId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}

/** Selects the current make-ups of registrations that are not canceled, with slots (also deleted ones) and people. */
export function selectMakeUps(db: Db) {
  return selectSlots(db)
    .innerJoin('makeUps', 'makeUps.eventSlotId', 'eventSlots.eventSlotId')
    .innerJoin('registrations', 'registrations.registrationId', 'makeUps.registrationId')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['makeUpId', 'registrations.registrationId', 'joinCode', 'firstName', 'email'])
    .select(['schedule', 'eventSlots.deletedAt'])
    .where('endedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .orderBy('makeUpId')
}

export type MakeUpRow = Awaited<ReturnType<ReturnType<typeof selectMakeUps>['executeTakeFirstOrThrow']>>

/** Returns all make-ups of a person, including ended ones, for their own data. */
export function findMakeUpsOf(db: Db, userId: string) {
  return db
    .selectFrom('makeUps')
    .innerJoin('registrations', 'registrations.registrationId', 'makeUps.registrationId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'makeUps.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['makeUps.registrationId', 'eventName', 'startOn', 'endOn', 'startTime', 'endTime'])
    .select(['madeAt', 'endedAt'])
    .where('userId', '=', userId)
    .orderBy('makeUpId', 'desc')
    .execute()
}
