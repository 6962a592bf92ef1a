import { sql } from 'kysely'
import { easternClock } from '#contract/core/season.ts'
import type { WebinarOutcome } from '#contract/webinars/webinars/calls.ts'
import type { Db, Services } from '#server/services.ts'
import type { WebinarRegistrants } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** One registration, or all current ones of a slot, including those that make up hours there. */
export type RegistrantsOf = { registrationId: number } | { eventSlotId: number }

/** A row that only this process may bring to the webinar platform, until the lease expires. */
export interface ClaimedRegistrant {
  registrationId: number
  webinarId: string
  email: string
  firstName: string | null
  lastName: string | null
  state: WebinarRegistrants['state']
  registrantId: string | null
  /** The webinar platform was asked before, and may have done it. */
  wasAsked: boolean
  /** The webinar platform confirmed the registrant minutes ago without listing them, so it is not asked again. */
  isKnown: boolean
  attempts: number
}

/**
 * Marks who should be registered at the webinar platform and who removed, by the current registrations and
 * make-ups. Adds nobody for a slot that is over, or whom an administrator delinked.
 */
export async function planRegistrants({ tx, clock }: Work, which: RegistrantsOf) {
  const isMeant =
    'registrationId' in which
      ? sql`registration_id = ${which.registrationId}`
      : sql`registration_id in (select admitted_to(${which.eventSlotId}))`
  // Locks the registrations, so that a concurrent cancellation or move plans after this.
  await sql`
    with held as materialized (
      select registration_id, user_id, event_slot_id from registrations
      where ${isMeant} and cancelled_at is null order by registration_id for share
    ), current as materialized (
      select registration_id, s.webinar_id, lower(trim(u.email)) as email,
        bool_or(end_on + end_time > ${easternClock(clock())}::timestamp) as is_coming
      from held join users u using (user_id) cross join lateral (
        select held.event_slot_id
        union select m.event_slot_id from make_ups m where m.registration_id = held.registration_id and ended_at is null
      ) admitted (slot_id) join event_slots s on s.event_slot_id = slot_id
      where s.webinar_id is not null and s.deleted_at is null
      group by registration_id, s.webinar_id, u.email
    ), gone as (
      update webinar_registrants w
      set state = 'unwanted', outcome = null
      where ${isMeant} and state <> 'unwanted'
        and not exists (select from current c where (c.registration_id, c.webinar_id) = (w.registration_id, w.webinar_id))
    )
    insert into webinar_registrants as w (registration_id, webinar_id, email, state)
    select registration_id, webinar_id, email, 'wanted' from current where is_coming
    -- The removal may be done already: is_asked makes the next try look for the registrant first.
    on conflict (registration_id, webinar_id) do update set state = 'wanted', is_asked = true
      where w.state = 'unwanted'`.execute(tx)
}

/** True for a row about which to ask the webinar platform. */
export function isOpen(now: Date) {
  return sql<boolean>`(state in ('wanted', 'unwanted', 'delinking') or state = 'deferred' and try_at <= ${now})`
}

/** True for a row that no process holds. No lease exceeds a day: a later one comes from a clock that was ahead. */
export function isFree(now: Date) {
  return sql<boolean>`(leased_until is null or leased_until < ${now}
    or leased_until > ${now}::timestamptz + interval '25 hours')`
}

/** The rows of a registration, or the open rows of a sync. */
type OpenOf = { registrationId: number } | { webinarSyncId: string }

/** Claims the next open row that no other process holds, for two minutes. */
export async function claimRegistrant(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  which: OpenOf,
): Promise<ClaimedRegistrant | undefined> {
  const isMeant =
    'registrationId' in which
      ? sql`registration_id = ${which.registrationId}`
      : sql`webinar_sync_id = ${which.webinarSyncId} and outcome is null`
  const { rows } = await sql<ClaimedRegistrant>`
    with next as (
      select registration_id, webinar_id, is_asked from webinar_registrants
      where ${isMeant} and ${isOpen(clock())} and ${isFree(clock())}
      order by registration_id limit 1 for update skip locked
    ), claimed as (
      update webinar_registrants w
      set attempts = attempts + 1, leased_until = ${clock()}::timestamptz + interval '2 minutes',
        state = case state when 'deferred' then 'wanted' else state end, is_asked = true
      from next where (w.registration_id, w.webinar_id) = (next.registration_id, next.webinar_id)
      returning w.*, next.is_asked as was_asked
    )
    select registration_id, claimed.webinar_id, claimed.email, first_name, last_name, claimed.state,
      registrant_id, was_asked, attempts, coalesce(known_at > now() - interval '10 minutes', false) as is_known
    from claimed join registrations using (registration_id) left join users using (user_id)`.execute(db)
  return rows[0]
}

/** Returns true if a row is open, even if another process holds it. */
export async function hasOpen(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  which: OpenOf,
): Promise<boolean> {
  const row = await db
    .selectFrom('webinarRegistrants')
    .select('registrationId')
    .where((registrant) => registrant.and(which))
    .where(isOpen(clock()))
    .$if('webinarSyncId' in which, (rows) => rows.where('outcome', 'is', null))
    .executeTakeFirst()
  return row !== undefined
}

/** The webinar platform's answer about a claimed row. */
export interface Settled {
  state: Extract<WebinarRegistrants['state'], 'registered' | 'pending' | 'refused' | 'deferred'>
  outcome: WebinarOutcome
  registrantId?: string | null
  joinUrl?: string | null
  problem?: string
  tryAt?: Date
}

/**
 * Stores that a person is registered, or why not. Keeps a newer request to remove them, and does nothing if
 * the claim is lost.
 */
export async function settleWanted(
  { tx }: Work,
  claimed: ClaimedRegistrant,
  { state, outcome, registrantId = null, joinUrl = null, problem = '', tryAt }: Settled,
) {
  await tx
    .updateTable('webinarRegistrants')
    .set({
      state: sql<WebinarRegistrants['state']>`case state when 'wanted' then ${state} else state end`,
      isAsked: state === 'registered' || state === 'pending',
      tryAt: tryAt ?? null,
      outcome,
      registrantId,
      joinUrl,
      problem,
      knownAt: null,
      leasedUntil: null,
    })
    .where(isHeldBy(claimed))
    .execute()
}

/**
 * Stores that a person was removed, or the problem. Deletes the row if the registration has ended. If they registered again in
 * between, the row stays `wanted`.
 */
export async function settleUnwanted({ tx }: Work, claimed: ClaimedRegistrant, problem = '') {
  await tx
    .updateTable('webinarRegistrants')
    .set({
      state: sql<WebinarRegistrants['state']>`case state when 'delinking' then 'delinked' else state end`,
      outcome: sql<WebinarOutcome | null>`case state when 'delinking' then ${problem === '' ? 'removed' : 'refused'} end`,
      problem,
      registrantId: null,
      joinUrl: null,
      leasedUntil: null,
    })
    .where(isHeldBy(claimed))
    .execute()
  await tx.deleteFrom('webinarRegistrants').where(isHeldBy(claimed)).where('state', '=', 'unwanted').execute()
}

/** Releases a claim; the row can be claimed again from `until` on. `problem`: why it waits. */
export async function releaseRegistrant(
  db: Db,
  claimed: ClaimedRegistrant,
  { isAsked, isKnown, problem, until }: { isAsked: boolean; isKnown?: boolean; problem: string; until: Date },
) {
  await db
    .updateTable('webinarRegistrants')
    .set({ leasedUntil: until, isAsked: isAsked || claimed.wasAsked, problem })
    .$if(isKnown === true, (rows) =>
      rows.set({
        knownAt: sql`case when known_at > now() - interval '10 minutes' then known_at else now() end`,
      }),
    )
    .where(isHeldBy(claimed))
    .execute()
}

/** Selects a claimed row, unless another attempt claimed it since. */
function isHeldBy({ registrationId, webinarId, attempts }: ClaimedRegistrant) {
  return sql<boolean>`(registration_id, webinar_id, attempts) = (${registrationId}, ${webinarId}, ${attempts})`
}
