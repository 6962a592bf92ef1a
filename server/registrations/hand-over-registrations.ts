import { sql } from 'kysely'
import { happened } from '#server/activities/activities.ts'
import { withdrawReminders } from '#server/reminders/withdraw-reminders.ts'
import type { Work } from '#server/work.ts'
import { deleteRegistration } from './delete-registration.ts'
import { type LeftRegistration, readLeft } from './leave-registrations.ts'
import { findToldSlot } from './queries.ts'

/** Whose registrations are handed over, and to whom, by their user ids. */
interface HandOver {
  from: string
  to: string
  /** Which ones; all of them by default. */
  only?: number[]
}

/** Gives registrations of one account to another, those that were canceled, too; all are locked. Gives their ids. */
export async function handOverRegistrations(work: Work, { from, to, only }: HandOver): Promise<number[]> {
  const rows = await work.tx
    .updateTable('registrations')
    .set((row) => ({ userId: to, version: row('version', '+', 1) }))
    .where('userId', '=', from)
    .$if(only !== undefined, (registrations) =>
      registrations.where(sql<boolean>`registration_id = any(${only}::int[])`),
    )
    .returning('registrationId')
    .execute()
  // No email is told: it would stay here when the account goes.
  await happened(
    work,
    rows.map(({ registrationId }) => ({ activity: 'handed-over', registrationId })),
  )
  return rows.map(({ registrationId }) => registrationId)
}

/** Deletes a registration in the place of which its person holds another one. Whoever calls tells them so, with what this gives. */
export async function endRegistration(
  work: Work,
  registrationId: number,
  reason: string,
): Promise<LeftRegistration> {
  const left = await readLeft(work, registrationId)
  const toldSlot = await findToldSlot(work.tx, registrationId)
  await deleteRegistration(work, { registrationId, reason })
  if (toldSlot) await withdrawReminders(work, registrationId, toldSlot.eventSlotId)
  // So nothing is left to tell.
  await work.tx.deleteFrom('confirmations').where('registrationId', '=', registrationId).execute()
  return left
}
