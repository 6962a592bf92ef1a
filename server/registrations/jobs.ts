import { sql } from 'kysely'
import type { Jobs } from '#server/jobs.ts'
import { writeMail } from '#server/mails/mails.ts'
import { openJobs } from '#server/platform/jobs/queue.ts'
import type { Work } from '#server/work.ts'
import { confirmationMail, staffNotice } from './mails.ts'
import { lockRegistrationFacts } from './queries.ts'

/** Changes so soon after a confirmation wait, and are told together. */
const gatherSeconds = 60

/**
 * Writes the confirmation and the notices of a registration, or of the slot that it has moved to; for what is told already
 * it writes nothing, so it may run twice. A registration that was cancelled meanwhile is not confirmed.
 */
export async function confirmRegistration(
  work: Work,
  { registrationId }: Jobs['confirm-registration'],
): Promise<void> {
  const { tx, addJobs, clock, config } = work
  const registration = await lockRegistrationFacts(tx, registrationId)
  if (!registration) return
  const told = await tx
    .selectFrom('confirmations')
    .select(['eventSlotId', 'confirmedAt'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
  if (told?.eventSlotId === registration.eventSlotId) return
  const waitSeconds = told ? gatherSeconds - (clock().getTime() - told.confirmedAt.getTime()) / 1000 : 0
  if (waitSeconds > 0) {
    return addJobs('confirm-registration', [{ registrationId }], { afterSeconds: Math.ceil(waitSeconds) })
  }
  const isFirst = told === undefined
  const cause = `registration:${registrationId}:${registration.moves}`
  await writeMail(work, {
    cause: `${cause}:confirmation`,
    to: registration.email,
    content: confirmationMail(registration, isFirst, config.publicUrl),
  })
  for (const to of config.mail.staff) {
    const content = staffNotice(registration, isFirst)
    await writeMail(work, { cause: `${cause}:notice:${to}`, to, content })
  }
  const { eventSlotId } = registration
  await tx
    .insertInto('confirmations')
    .values({ registrationId, eventSlotId, confirmedAt: clock() })
    .onConflict((conflict) =>
      conflict.column('registrationId').doUpdateSet({ eventSlotId, confirmedAt: clock() }),
    )
    .execute()
}

const mostAtOnce = 1000

/** Finds registrations that nobody was told of, and whose job is gone: a queue can be emptied by hand. */
export async function sweepConfirmations({ tx, addJobs }: Work): Promise<void> {
  const { rows } = await sql<{ registrationId: number }>`
    select registration_id from registrations r
    left join confirmations c using (registration_id)
    where cancelled_at is null and c.event_slot_id is distinct from r.event_slot_id and not exists (
      select from (${sql.raw(openJobs('confirm-registration'))}) job
      where (job.data->>'registrationId')::integer = r.registration_id
    )
    order by registration_id limit ${mostAtOnce}`.execute(tx)
  if (rows.length > 0) await addJobs('confirm-registration', rows)
}
