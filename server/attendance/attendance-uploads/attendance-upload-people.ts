import { sql } from 'kysely'
import { doorRegistrantId } from '#contract/attendance/check-ins/registrant-ids.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import { findCheckedInRegistrations } from '#server/attendance/check-ins/queries.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { nameOfUser } from '#server/people/users/queries.ts'
import { findEmails } from '#server/people/users/user-emails.ts'
import type { Db } from '#server/services.ts'

/** A registration of the event, with the facts that decide about its credit. */
export interface SlotPerson {
  registrationId: number
  userId: string
  name: string
  email: string
  /**
   * The current and earlier emails, those registered with the webinar platform, and those of merged accounts.
   */
  emails: string[]
  eventSlotId: number
  isCanceled: boolean
  isProfileComplete: boolean
  /** Has hours by the rule. They are counted even if no report that counts names the person. */
  isCredited?: boolean | undefined
}

/** A registration's current or earlier identity at a webinar platform. */
export interface SlotIdentity {
  registrationId: number
  webinarId: string
  registrantId: string
}

/** Returns the registrations of an event, and everything by which a report may know them. */
export async function findSlotPeople(
  db: Db,
  { eventId, slots }: { eventId: number; slots: readonly Slot[] },
): Promise<{ people: SlotPerson[]; identities: SlotIdentity[] }> {
  const [registrations, identities, scanned] = await Promise.all([
    db
      .selectFrom('registrations')
      .innerJoin('users', 'users.userId', 'registrations.userId')
      .select(['registrationId', 'users.userId', 'users.email', nameOfUser.as('name'), 'eventSlotId'])
      .select(['firstName', 'lastName', 'country', 'state', 'zip', 'companyName', 'cancelledAt'])
      .select(
        sql<boolean>`registrations.hours > 0 and exists (
          select from credits where credits.registration_id = registrations.registration_id and source = 'attendance')`.as(
          'isCredited',
        ),
      )
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
    findCheckedInRegistrations(db, eventId),
  ])
  const told = Map.groupBy(identities, ({ registrationId }) => registrationId)
  const emails = await findEmails(db, [...new Set(registrations.map(({ userId }) => userId))])
  const emailsOf = Map.groupBy(emails, ({ userId }) => userId)
  const webinarIds = new Set(slots.map(({ webinarId }) => webinarId ?? ''))
  return {
    people: registrations.map((registration) => {
      const { registrationId, userId, email, name, cancelledAt, eventSlotId, isCredited } = registration
      return {
        registrationId,
        userId,
        name,
        email,
        eventSlotId,
        isCredited,
        isCanceled: cancelledAt !== null,
        isProfileComplete: isProfileComplete(registration),
        emails: [
          ...(told.get(registrationId) ?? []).flatMap((identity) => identity.email ?? []),
          ...(emailsOf.get(userId) ?? []).map((each) => each.email),
        ],
      }
    }),
    identities: [
      ...identities.flatMap(({ registrantId, webinarId, registrationId }) =>
        registrantId ? [{ registrantId, webinarId, registrationId }] : [],
      ),
      // As reports of the door name people.
      ...[...webinarIds].flatMap((webinarId) =>
        scanned.map((registrationId) => ({
          registrationId,
          registrantId: doorRegistrantId(registrationId),
          webinarId,
        })),
      ),
    ],
  }
}

/**
 * Returns true if a JSON list of ids and emails names anyone registered for the slot's event, now or before.
 * Compares current emails, and ids and emails at the webinar platform.
 */
export async function namesSomebody(db: Db, { eventId }: Slot, named: string): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`
    with named as materialized (select jsonb_array_elements_text(${named}::jsonb) as name)
    select exists (
      select from event_slots
        join registrations using (event_slot_id)
        join users using (user_id)
        left join platform_identities told using (registration_id)
      where event_slots.event_id = ${eventId}
        and (lower(users.email) in (select name from named) or told.email in (select name from named)
          or told.registrant_id in (select name from named))
    ) as does`.execute(db)
  return rows[0]?.does ?? false
}
