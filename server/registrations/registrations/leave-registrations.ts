import { sql } from 'kysely'
import { hasEnded, shownSlot } from '#contract/events/slots/times.ts'
import type { MailAttachment } from '#server/core/mail/mail.ts'
import { findHouse } from '#server/events/calendars/queries.ts'
import type { Leaver, MailPart } from '#server/personal.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { cancelLocked } from './cancel-registration.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'
import { findToldSlots, lockRegistrationFacts } from './queries.ts'
import { calendarRemoval } from './registration-confirmation.ts'

/** A registration canceled because its person leaves. */
export interface LeftRegistration {
  registration: RegistrationFacts
  /** As it was confirmed, if it was. */
  told?: ToldSlot | undefined
  /** The attachment that removes it from the calendar, if it was confirmed. */
  attachment: MailAttachment | undefined
}

/**
 * Removes a person from all their locked registrations. Cancels upcoming ones, even of closed events, and
 * those admitted to another webinar, because a job must remove them from it. Deletes past ones. Credited ones
 * stay without a person, canceled ones until their jobs are done. Returns the upcoming ones.
 */
export async function leaveRegistrations(work: Work, { userId }: Pick<Leaver, 'userId'>): Promise<MailPart> {
  const { tx, clock } = work
  const uncredited = await findUncredited(tx, userId)
  const coming = uncredited.filter((slot) => !hasEnded(slot, clock()))
  const left: LeftRegistration[] = []
  for (const { registrationId } of coming) left.push(await readLeft(work, registrationId))
  const isKept = (slot: (typeof uncredited)[number]) => coming.includes(slot) || slot.wasAdmitted
  await cancelLocked(
    work,
    uncredited.filter(isKept).map(({ registrationId }) => registrationId),
  )
  const over = uncredited.filter((slot) => !isKept(slot))
  const ids = over.map(({ registrationId }) => registrationId)
  await tx.deleteFrom('registrations').where(sql<boolean>`registration_id = any(${ids}::int[])`).execute()
  const own = tx.selectFrom('registrations').select('registrationId').where('userId', '=', userId)
  await tx.deleteFrom('confirmations').where('registrationId', 'in', own).execute()
  await tx.updateTable('registrations').set({ userId: null }).where('userId', '=', userId).execute()
  return registrationsLeft(left)
}

/** Returns what an email to their person says of canceled registrations; nothing if there are none. */
export function registrationsLeft(
  left: LeftRegistration[],
  intro = 'These registrations are canceled:',
): MailPart {
  if (left.length === 0) return {}
  return {
    intro,
    facts: left.map(({ registration }) => [registration.eventName, shownSlot(registration)]),
    attachments: left.flatMap(({ attachment }) => attachment ?? []),
  }
}

/** Returns a person's uncredited registrations, in order of time. */
function findUncredited(tx: Tx, userId: string) {
  return tx
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select(['registrationId', 'endOn', 'endTime'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('makeUps')
          .select('makeUpId')
          .whereRef('makeUps.registrationId', '=', 'registrations.registrationId'),
      ).as('wasAdmitted'),
    )
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('credits')
            .select('creditId')
            .whereRef('credits.registrationId', '=', 'registrations.registrationId'),
        ),
      ),
    )
    .orderBy('startOn')
    .execute()
}

/** Returns a registration before its cancellation, for the caller's email. */
export async function readLeft(work: Work, registrationId: number): Promise<LeftRegistration> {
  const { tx, config, clock } = work
  const [registration] = (await lockRegistrationFacts(tx, [registrationId])) as [RegistrationFacts]
  const told = (await findToldSlots(tx, [registrationId])).get(registrationId)
  const house = await findHouse(tx, config)
  return { registration, told, attachment: told && calendarRemoval(registration, told, house, clock()) }
}
