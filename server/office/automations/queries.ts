import { sql } from 'kysely'
import { anomalies } from '#contract/counting/credit-findings/calls.ts'
import type { Automation, AutomationMode } from '#contract/office/automations/calls.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { countUnmailed } from '#server/office/bulk-jobs/bulk-job-emails.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db, Tx } from '#server/services.ts'

/** Returns an event's automation. Refuses with EVENT_NOT_FOUND. */
export async function getAutomation(db: Db, eventId: number): Promise<Automation> {
  const row = await db
    .selectFrom('events')
    .leftJoin('eventAutomations as automation', 'automation.eventId', 'events.eventId')
    .leftJoin('users', 'users.userId', 'setBy')
    .select(['mode', 'setAt'])
    .select(nameOrEmailOf().as('setBy'))
    .where('events.eventId', '=', eventId)
    .where('events.deletedAt', 'is', null)
    .executeTakeFirstOrThrow(refusing('EVENT_NOT_FOUND'))
  const { certificates, undeliverable } = await countUnmailed(db, sql`r.event_id = ${eventId}`)
  const mode = (row.mode ?? 'by-hand') as AutomationMode
  return { ...row, mode, unmailed: certificates - undeliverable }
}

/** Returns the events with automatic hours. */
export function findAutomated(tx: Tx): Promise<{ eventId: number }[]> {
  return tx.selectFrom('eventAutomations').select('eventId').where('mode', '<>', sql.lit('by-hand')).execute()
}

/**
 * Returns an event's counted slots in order of time, each with its blocking anomalies, and if a bulk job is
 * automatically crediting people.
 */
export function findCountedSlots(tx: Tx, eventId: number) {
  return tx
    .selectFrom('slotCounts')
    .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'slotCounts.eventSlotId')
    .innerJoin('events', 'events.eventId', 'slot.eventId')
    .select(['slot.eventSlotId', 'eventName', 'startOn', 'endOn', 'startTime', 'endTime', 'isSettled'])
    .select(
      sql<string[]>`array(select kind from credit_waits where credit_waits.event_slot_id = slot.event_slot_id
        and kind = any(${anomalies}) order by kind)`.as('anomalies'),
    )
    .select(
      sql<boolean>`exists (select from bulk_jobs where finished_at is null and ${isAutomatic}
        and (action->>'eventSlotId')::integer = slot.event_slot_id)`.as('isRunning'),
    )
    .where('slot.eventId', '=', eventId)
    .where('slot.deletedAt', 'is', null)
    .orderBy('startOn')
    .orderBy('slot.eventSlotId')
    .execute()
}

const isAutomatic = sql`coalesce((action->>'isAutomatic')::boolean, false)`

/** Returns the running bulk jobs that automatically credit people of an event. */
export async function findRunning(tx: Tx, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ bulkJobId: string }>`
    select bulk_job_id from bulk_jobs join event_slots on event_slot_id = (action->>'eventSlotId')::integer
    where finished_at is null and ${isAutomatic} and event_id = ${eventId}`.execute(tx)
  return rows.map(({ bulkJobId }) => bulkJobId)
}

/**
 * Returns a slot's people whose hours can be credited, with their findings. Leaves out those refused by the same finding within the
 * last hour, unless a credit of theirs has changed since: a count follows each try, and would repeat a refusal immediately.
 */
export async function findReady(
  tx: Tx,
  eventSlotId: number,
  now: Date,
): Promise<{ registrationId: number; findingId: number }[]> {
  const { rows } = await sql<{ registrationId: number; findingId: number }>`
    select counted.registration_id, credit_finding_id as finding_id
    from credit_counts counted join credit_findings found using (credit_finding_id)
    join registrations held on held.registration_id = counted.registration_id
    left join standing_credit(held.registration_id) standing on true
    where counted.event_slot_id = ${eventSlotId} and next = 'write' and held.hours <> found.hours
      and standing.is_decided is not true
      and not exists (
        select from bulk_job_items item join bulk_jobs using (bulk_job_id)
        where item.registration_id = counted.registration_id and ${isAutomatic}
          and (trace->>'findingId')::integer = credit_finding_id and coalesce(outcome, '') not in ('stopped', 'done')
          and asked_at > ${now}::timestamptz - interval '1 hour'
          and not exists (
            select from credits join registrations freed using (registration_id)
            where freed.user_id = held.user_id and decided_at > asked_at))
    order by counted.registration_id`.execute(tx)
  return rows
}
