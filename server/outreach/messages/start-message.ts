import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { startMessage as startMessageCall } from '#contract/outreach/messages/calls.ts'
import { cleanHtml } from '#server/core/clean-html.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { findPostalAddress } from '#server/foundation/training-providers/queries.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { Candidate } from './message-recipients.ts'
import { findCandidates, ruledBy } from './message-recipients.ts'

/**
 * Starts a message: stores it with a verdict per recipient, and adds the job that writes the emails. A key
 * starts it once. Refuses with TOO_MANY_RECIPIENTS, with NOTHING_TO_DO if nobody gets it, and news with
 * POSTAL_ADDRESS_MISSING until the training provider has one.
 */
export async function startMessage(
  work: Work,
  { startKey, message, recipients }: Input<typeof startMessageCall>['body'],
): Promise<Data<typeof startMessageCall>> {
  const { tx, clock, actingUserId } = work
  const started = await findStarted(tx, startKey)
  if (started) return started
  if (message.kind === 'news' && (await findPostalAddress(tx)) === '')
    throw new Refusal('POSTAL_ADDRESS_MISSING')
  const candidates = await findCandidates({ ...work, db: tx }, ruledBy(message), recipients)
  const getting = candidates.filter(({ verdict }) => verdict === 'gets')
  if (getting.length === 0) throw new Refusal('NOTHING_TO_DO')
  const people = getting.length
  const { kind, subject } = message
  const inserted = await tx
    .insertInto('messages')
    .values({
      startKey,
      kind,
      subject,
      html: cleanHtml(message.html),
      people,
      leftOut: candidates.length - people,
      startedBy: actingUserId ?? null,
      startedAt: clock(),
    })
    // A second click waits here until the first one has committed.
    .onConflict((conflict) => conflict.column('startKey').doNothing())
    .returning('messageId')
    .executeTakeFirst()
  if (!inserted) return (await findStarted(tx, startKey)) as Data<typeof startMessageCall>
  const { messageId } = inserted
  const rows = candidates.map(({ userId, registration, verdict }, index) => ({
    place: index + 1,
    userId,
    registrationId: registration?.registrationId,
    outcome: verdict === 'gets' ? null : verdict,
  }))
  await sql`
    insert into message_recipients (message_id, place, user_id, registration_id, outcome)
    select ${messageId}, place, "userId", "registrationId", outcome
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as row (place integer, "userId" uuid, "registrationId" integer, outcome text)`.execute(tx)
  await happened(work, [{ activity: 'message-started', messageId, ...subjectOf(getting, subject) }])
  return { messageId, people }
}

function findStarted(tx: Tx, startKey: string) {
  return tx
    .selectFrom('messages')
    .select(['messageId', 'people'])
    .where('startKey', '=', startKey)
    .executeTakeFirst()
}

/** Returns the activity's subject: the person or the event, if there is only one. */
function subjectOf(getting: Candidate[], subject: string) {
  const [first, ...others] = getting
  const events = new Set(getting.map(({ registration }) => registration?.eventId))
  const [eventId] = events
  const emails = others.length === 0 ? '1 email' : `${getting.length} emails`
  return {
    details: { item: `"${subject}", ${emails}` },
    ...(events.size === 1 && eventId !== undefined && { eventId }),
    ...(first && others.length === 0 && { userId: first.userId }),
  }
}
