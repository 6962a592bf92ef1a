import { sql } from 'kysely'
import { getSlot } from '#server/events/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { insertDecisions } from './attendance-decisions.ts'

/**
 * Stores which registrations the rows of reports belong to, before the registrations' person is deleted.
 * Otherwise the rows would wait for a decision about an unknown person, with name and email. An
 * administrator's match of a row stays.
 */
export async function keepMatches(work: Work, registrationIds: number[]) {
  const { rows } = await sql<{ eventSlotId: number; registrationId: number; subject: string }>`
    select event_slot_id, registration_id, matched ->> 'subject' as subject
    from credit_counts cross join jsonb_array_elements(subjects) matched
    where registration_id = any(${registrationIds}::integer[]) and matched ->> 'by' <> 'decision'
    order by event_slot_id, subject`.execute(work.tx)
  for (const [eventSlotId, subjects] of Map.groupBy(rows, (row) => row.eventSlotId)) {
    // Without a lock of the slot: the next count sees the decision after the commit.
    const slot = await getSlot(work.tx, eventSlotId)
    await insertDecisions(
      { ...work, actingUserId: undefined },
      slot,
      subjects.map(({ subject, registrationId }) => ({
        act: 'match' as const,
        subject,
        registrationIds: [registrationId],
        reason: 'The account was deleted',
      })),
    )
  }
}
