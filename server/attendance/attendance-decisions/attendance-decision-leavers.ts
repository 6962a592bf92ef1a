import { sql } from 'kysely'
import { getSlot } from '#server/events/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { insertDecisions } from './attendance-decisions.ts'

/**
 * Stores to which registrations the rows of reports belong, before the person of these registrations is deleted. Otherwise the rows
 * would wait as those of somebody unknown, with name and email. A row that a person has matched keeps that decision.
 */
export async function keepMatches(work: Work, registrationIds: number[]): Promise<void> {
  const { rows } = await sql<{ eventSlotId: number; registrationId: number; subject: string }>`
    select event_slot_id, registration_id, matched ->> 'subject' as subject
    from credit_counts cross join jsonb_array_elements(subjects) matched
    where registration_id = any(${registrationIds}::integer[]) and matched ->> 'by' <> 'decision'
    order by event_slot_id, subject`.execute(work.tx)
  for (const [eventSlotId, subjects] of Map.groupBy(rows, (row) => row.eventSlotId)) {
    // Without a lock of the slot: the count that follows sees the decision after the commit.
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
