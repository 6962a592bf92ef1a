import { sql } from 'kysely'
import { doorRegistrantId } from '#contract/check-ins/registrant-ids.ts'
import { isProfileComplete } from '#contract/users/profiles.ts'
import { findScannedRegistrations } from '#server/check-ins/queries.ts'
import type { Db } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { nameOfUser } from '#server/users/queries.ts'
import type { SlotIdentity, SlotPerson } from './credit-finding-evidence.ts'

/** Returns the registrations of a slot's event, and everything by which a report may know them. */
export async function findSlotPeople(
  db: Db,
  { eventId, eventSlotId, webinarId: ownWebinarId }: Slot,
): Promise<{ people: SlotPerson[]; identities: SlotIdentity[] }> {
  const [registrations, identities, merged, scanned] = await Promise.all([
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
      .orderBy('platformIdentityId')
      .execute(),
    db
      .selectFrom('accountMerges')
      .select(['keptId', 'absorbedEmail'])
      .where('undoneAt', 'is', null)
      .where(
        sql<boolean>`exists (select from registrations r where r.user_id = kept_id and r.event_id = ${eventId})`,
      )
      .orderBy('absorbedEmail')
      .execute(),
    findScannedRegistrations(db, eventId),
  ])
  const told = Map.groupBy(identities, ({ registrationId }) => registrationId)
  const mergedOf = Map.groupBy(merged, ({ keptId }) => keptId)
  return {
    people: registrations.map((registration) => {
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
    }),
    identities: [
      ...identities.flatMap(({ registrantId, webinarId, registrationId }) =>
        registrantId ? [{ registrantId, webinarId, registrationId }] : [],
      ),
      // In the report of the door.
      ...scanned.map((registrationId) => ({
        ...{ registrationId, registrantId: doorRegistrantId(registrationId), webinarId: ownWebinarId ?? '' },
      })),
    ],
  }
}
