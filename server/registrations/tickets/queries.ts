import type { JWK } from 'jose'
import { sql } from 'kysely'
import { ticketRefusal } from '#contract/registrations/tickets/rules.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns the public keys that verify tickets. */
export async function findTicketKeys(db: Db): Promise<{ keyId: number; publicJwk: JWK }[]> {
  const keys = await db.selectFrom('ticketKeys').select(['keyId', 'publicJwk']).orderBy('keyId').execute()
  return keys.map(({ keyId, publicJwk }) => ({ keyId, publicJwk: publicJwk as JWK }))
}

/**
 * Returns the number of a registration's valid ticket at an instant: 1 until it was replaced. Knows only the
 * last replacement.
 */
export async function findTicketNumberAt(db: Db, registrationId: number, at: Date): Promise<number> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['number', 'replacedAt'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
  if (!ticket) return 1
  return at < ticket.replacedAt ? ticket.number - 1 : ticket.number
}

/** Returns the numbers of replacement tickets, by registration. */
export async function findTicketNumbers(
  db: Db,
  registrationIds: readonly number[],
): Promise<Map<number, number>> {
  const tickets = await db
    .selectFrom('tickets')
    .select(['registrationId', 'number'])
    .where(sql<boolean>`registration_id = any(${registrationIds}::integer[])`)
    .execute()
  return new Map(tickets.map(({ registrationId, number }) => [registrationId, number]))
}

export type TicketHolder = Awaited<ReturnType<typeof getTicketHolder>>

/**
 * Returns what a registration's ticket says. `ownerId`: the only person who may have it. Refuses with
 * REGISTRATION_NOT_FOUND and the codes of `ticketRefusal`.
 */
export async function getTicketHolder(db: Db, registrationId: number, ownerId: string | undefined) {
  const found = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['registrationId', 'users.userId', 'email', 'firstName', 'cancelledAt', 'eventName', 'venue'])
    .select(['focusId', 'isInPerson', 'startOn', 'endOn', 'startTime', 'endTime', 'breaks'])
    .select(nameOrEmailOf<string>().as('name'))
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
  if (!found || (ownerId !== undefined && found.userId !== ownerId))
    throw new Refusal('REGISTRATION_NOT_FOUND')
  const { cancelledAt, ...holder } = found
  refuse(ticketRefusal({ ...holder, isCanceled: cancelledAt !== null }))
  return holder
}

/** Returns which of a person's tickets were replaced; `number` counts a registration's tickets. */
export function findReplacedTicketsOf(db: Db, userId: string) {
  return db
    .selectFrom('tickets')
    .innerJoin('registrations', 'registrations.registrationId', 'tickets.registrationId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['tickets.registrationId', 'eventName', 'number', 'replacedAt'])
    .where('userId', '=', userId)
    .orderBy('replacedAt')
    .execute()
}
