import { sql } from 'kysely'
import { happened } from '#server/foundation/activities/activities.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { ticketMail } from './mails.ts'
import { getTicketHolder } from './queries.ts'
import { ticketFiles } from './ticket-files.ts'

/**
 * Replaces the ticket of a registration, so that the door refuses the earlier ones, and emails the new one. Refuses like
 * `getTicketHolder`.
 */
export function replaceTicket(work: Work, registrationId: number): Promise<void> {
  return replace(work, registrationId, undefined)
}

/** Does the same for the person of the registration. */
export function replaceOwnTicket(work: Work, userId: string, registrationId: number): Promise<void> {
  return replace(work, registrationId, userId)
}

async function replace(work: Work, registrationId: number, ownerId: string | undefined) {
  const { tx, clock, config } = work
  const holder = await getTicketHolder(tx, registrationId, ownerId)
  const { number } = await tx
    .insertInto('tickets')
    .values({ registrationId, number: 2, replacedAt: clock() })
    .onConflict((row) =>
      row.column('registrationId').doUpdateSet({ number: sql`tickets.number + 1`, replacedAt: clock() }),
    )
    .returning('number')
    .executeTakeFirstOrThrow()
  await writeMail(work, {
    cause: `ticket:${registrationId}:${number}`,
    to: holder.email,
    registrationId,
    content: ticketMail(holder, { publicUrl: config.publicUrl, sender: await findSender(work) }),
    attachments: (await ticketFiles(work, [holder])).flat(),
  })
  await happened(work, [{ activity: 'ticket-replaced', registrationId }])
}
