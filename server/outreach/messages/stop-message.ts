import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { refusing } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { isWaiting } from '#server/foundation/mails/mail-sending.ts'
import { withdrawMails } from '#server/foundation/mails/mails.ts'
import type { Work } from '#server/work.ts'

/** Stops a message and withdraws its unsent emails. Does nothing if all were sent. Refuses with MESSAGE_NOT_FOUND. */
export async function stopMessage(work: Work, messageId: number) {
  const { tx, clock } = work
  const message = await tx
    .selectFrom('messages')
    .select('subject')
    .where('messageId', '=', messageId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(refusing('MESSAGE_NOT_FOUND'))
  const withdrawn = await withdrawUnsent(work, sql`m.message_id = ${messageId}`, 'stopped')
  const { numUpdatedRows } = await tx
    .updateTable('messageRecipients')
    .set({ outcome: 'stopped' })
    .where('messageId', '=', messageId)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  if (withdrawn === 0 && numUpdatedRows === 0n) return
  const now = clock()
  await tx
    .updateTable('messages')
    .set({ stoppedAt: now, finishedAt: now })
    .where('messageId', '=', messageId)
    .execute()
  await happened(work, [{ activity: 'message-stopped', details: { item: `"${message.subject}"` } }])
}

/** Withdraws the unsent mails of some recipients `m` and stores why. Returns their number. */
export async function withdrawUnsent(
  work: Work,
  whose: RawBuilder<unknown>,
  outcome: 'stopped' | 'unsubscribed',
): Promise<number> {
  const { rows } = await sql<{ messageId: number; place: number; mailId: number }>`
    select m.message_id, place, mails.mail_id from message_recipients m join mails using (mail_id)
    where ${whose} and ${isWaiting}`.execute(work.tx)
  await withdrawMails(
    work,
    rows.map(({ mailId }) => mailId),
  )
  // A mail claimed in between is sent, and its recipient still names it.
  const { numAffectedRows = 0n } = await sql`
    update message_recipients m set outcome = ${outcome}
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row ("messageId" integer, place integer)
    where m.message_id = row."messageId" and m.place = row.place and m.mail_id is null`.execute(work.tx)
  return Number(numAffectedRows)
}
