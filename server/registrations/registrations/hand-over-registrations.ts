import { sql } from 'kysely'
import { happened } from '#server/foundation/activities/activities.ts'
import type { HandOver } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { deleteRegistration } from './delete-registration.ts'
import type { LeftRegistration } from './leave-registrations.ts'
import { readLeft } from './leave-registrations.ts'
import { findToldSlots } from './queries.ts'
import { withdrawReminders } from './registration-reminders.ts'

/**
 * Hands over an account's locked registrations to another account, including canceled ones; `only`: these. Returns
 * their ids.
 */
export async function handOverRegistrations(
  work: Work,
  { from, to }: Pick<HandOver, 'from' | 'to'>,
  only?: number[],
): Promise<number[]> {
  const rows = await work.tx
    .updateTable('registrations')
    .set((row) => ({ userId: to, version: row('version', '+', 1) }))
    .where('userId', '=', from)
    .$if(only !== undefined, (registrations) =>
      registrations.where(sql<boolean>`registration_id = any(${only}::int[])`),
    )
    .returning('registrationId')
    .execute()
  // Without an email, which would stay here when the account is deleted.
  await happened(
    work,
    rows.map(({ registrationId }) => ({ activity: 'handed-over', registrationId })),
  )
  return rows.map(({ registrationId }) => registrationId)
}

/**
 * Deletes a registration because its person has another one for the event. Returns the attachment for the
 * caller's email.
 */
export async function endRegistration(
  work: Work,
  registrationId: number,
  reason: string,
): Promise<LeftRegistration> {
  const left = await readLeft(work, registrationId)
  const toldSlot = (await findToldSlots(work.tx, [registrationId])).get(registrationId)
  await deleteRegistration(work, { registrationId, reason })
  if (toldSlot) await withdrawReminders(work, [{ registrationId, eventSlotId: toldSlot.eventSlotId }])
  // Nothing is left to confirm.
  await work.tx.deleteFrom('confirmations').where('registrationId', '=', registrationId).execute()
  return left
}
