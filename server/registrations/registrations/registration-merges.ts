import { sql } from 'kysely'
import { mergeVerdicts } from '#contract/registrations/registrations/merges.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { MailPart, Merge, Separation } from '#server/personal.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { deleteRegistration } from './delete-registration.ts'
import type { LeftRegistration } from './leave-registrations.ts'
import { readLeft, registrationsLeft } from './leave-registrations.ts'
import { lockRegistrationFacts } from './queries.ts'
import { withdrawReminders } from './registration-reminders.ts'
import { restoreRegistration } from './restore-registration.ts'

/**
 * Hands over an account's locked registrations to another account, including canceled ones; `only`: these. Returns
 * their ids.
 */
export async function handOverRegistrations(
  work: Work,
  { from, to }: Pick<Merge, 'from' | 'to'>,
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
 * Deletes the worse one of two locked registrations for an event. Returns the ids of all of them. Refuses with
 * CHANGED_MEANWHILE if others would end than announced.
 */
export async function endRegistrations(work: Work, { from, to, ending, tell }: Merge): Promise<number[]> {
  const verdicts = mergeVerdicts(await findHeld(work.tx, to), await findHeld(work.tx, from))
  const ended = [...verdicts].flatMap(([registrationId, verdict]) =>
    verdict === 'ends' ? registrationId : [],
  )
  if (new Set(ending).symmetricDifference(new Set(ended)).size > 0) throw new Refusal('CHANGED_MEANWHILE')
  const left: LeftRegistration[] = []
  for (const registrationId of ended) left.push(await endRegistration(work, registrationId))
  for (const userId of [from, to]) {
    tell(userId, registrationsEnded(left.filter(({ registration }) => registration.userId === userId)))
  }
  return ended
}

/** Returns what the email about a merge says of one account's ended registrations. */
export function registrationsEnded(left: LeftRegistration[]): MailPart {
  const intro =
    'Both accounts were registered for these events. We canceled this time slot and kept the other:'
  return registrationsLeft(left, intro)
}

/** Restores ended registrations, except of people who registered for the event since. */
export async function restoreEnded(work: Work, { miss }: Separation, ended: number[]) {
  for (const registrationId of ended) {
    await restoreRegistration(work, registrationId).catch((problem) => {
      if (!(problem instanceof Refusal)) throw problem
    })
  }
  for (const { eventName } of await lockRegistrationFacts(work.tx, ended, { isCanceled: true }))
    miss(eventName)
}

function findHeld(tx: Tx, userId: string) {
  return tx
    .selectFrom('registrations')
    .select(['registrationId', 'eventId', 'hours'])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .execute()
}

async function endRegistration(work: Work, registrationId: number) {
  const left = await readLeft(work, registrationId)
  await deleteRegistration(work, { registrationId, reason: 'Held twice when two accounts were merged' })
  if (left.told) await withdrawReminders(work, [{ registrationId, eventSlotId: left.told.eventSlotId }])
  // Nothing is left to confirm.
  await work.tx.deleteFrom('confirmations').where('registrationId', '=', registrationId).execute()
  return left
}
