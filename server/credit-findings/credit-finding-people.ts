import { sql } from 'kysely'
import { type KnownPeople, knownPeople } from '#contract/attendances/matching.ts'
import { isProfileComplete } from '#contract/users/profiles.ts'
import type { Db } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { nameOfUser } from '#server/users/queries.ts'

/** A registration of the slot's event, with the facts that decide about its credit. */
export interface SlotPerson {
  registrationId: number
  userId: string
  name: string
  email: string
  isOtherSlot: boolean
  isCanceled: boolean
  isProfileComplete: boolean
}

/** Returns the registrations of a slot's event, and everything by which a report may know them. */
export async function findSlotPeople(
  db: Db,
  { eventId, eventSlotId, webinarId }: Slot,
): Promise<{ people: Map<number, SlotPerson>; known: KnownPeople }> {
  const [registrations, identities, merged] = await Promise.all([
    db
      .selectFrom('registrations')
      .innerJoin('users', 'users.userId', 'registrations.userId')
      .select(['registrationId', 'users.userId', 'users.email', nameOfUser.as('name'), 'eventSlotId'])
      .select(['firstName', 'lastName', 'country', 'state', 'zip', 'companyName', 'cancelledAt'])
      .where('eventId', '=', eventId)
      .orderBy('registrationId')
      .execute(),
    db
      .selectFrom('platformIdentities as identity')
      .innerJoin('registrations', 'registrations.registrationId', 'identity.registrationId')
      .select(['identity.registrationId', 'identity.webinarId', 'registrantId', 'identity.email'])
      .where('eventId', '=', eventId)
      .execute(),
    db
      .selectFrom('accountMerges')
      .select(['keptId', 'absorbedEmail'])
      .where('undoneAt', 'is', null)
      .where(
        sql<boolean>`exists (select from registrations r where r.user_id = kept_id and r.event_id = ${eventId})`,
      )
      .execute(),
  ])
  const told = Map.groupBy(identities, ({ registrationId }) => registrationId)
  const mergedOf = Map.groupBy(merged, ({ keptId }) => keptId)
  const people = registrations.map((registration) => {
    const { registrationId, userId, email, name, cancelledAt } = registration
    return {
      ...{ registrationId, userId, name, email },
      isOtherSlot: registration.eventSlotId !== eventSlotId,
      isCanceled: cancelledAt !== null,
      isProfileComplete: isProfileComplete(registration),
      emails: [
        email,
        ...(told.get(registrationId) ?? []).flatMap((identity) => identity.email ?? []),
        ...(mergedOf.get(userId) ?? []).map(({ absorbedEmail }) => absorbedEmail),
      ],
    }
  })
  return {
    people: new Map(people.map((person) => [person.registrationId, person])),
    known: knownPeople({
      webinarId,
      registrations: people,
      identities: identities.flatMap(({ registrantId, ...identity }) =>
        registrantId ? [{ ...identity, registrantId }] : [],
      ),
    }),
  }
}
