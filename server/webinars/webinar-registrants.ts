import { sql } from 'kysely'
import { easternClock } from '#contract/core/season.ts'
import type { WebinarOutcome } from '#contract/webinars/calls.ts'
import { giveJoinUrls } from '#server/registrations/registration-join-urls.ts'
import type { Db, Services } from '#server/services.ts'
import type { WebinarRegistrants } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** Which registrations: one, or all that a slot has now. */
export type RegistrantsOf = { registrationId: number } | { eventSlotId: number }

/** A row that one process alone may bring to the platform, until its claim runs out. */
export interface ClaimedRegistrant {
  registrationId: number
  webinarId: string
  email: string
  firstName: string | null
  lastName: string | null
  state: WebinarRegistrants['state']
  registrantId: string | null
  /** Whether the platform was asked before, and may have done it. */
  wasAsked: boolean
  /** The platform has said some minutes ago that they are registered, and has not listed them: it is not asked to add them. */
  isKnown: boolean
  attempts: number
}

/**
 * Notes whom the platform is to know by now and whom it is to forget, as the registrations stand at this moment: it never
 * repeats what was wanted before. Nobody new is wanted for a slot that is over; whoever was taken off on purpose stays off.
 */
export async function planRegistrants({ tx, clock }: Work, which: RegistrantsOf): Promise<void> {
  const isMeant =
    'registrationId' in which
      ? sql`registration_id = ${which.registrationId}`
      : sql`registration_id in (
          select registration_id from registrations where event_slot_id = ${which.eventSlotId} and cancelled_at is null)`
  // Locked, so that whoever cancels or moves one plans after this.
  await sql`
    with current as materialized (
      select r.registration_id, s.webinar_id, lower(trim(u.email)) as email,
        end_on + end_time > ${easternClock(clock())}::timestamp as is_coming
      from registrations r join users u using (user_id) join event_slots s using (event_slot_id)
      where r.${isMeant} and cancelled_at is null and s.webinar_id is not null
      order by r.registration_id for share of r
    ), gone as (
      update webinar_registrants w
      set state = 'unwanted', outcome = null
      where ${isMeant} and state <> 'unwanted'
        and not exists (select from current c where (c.registration_id, c.webinar_id) = (w.registration_id, w.webinar_id))
    )
    insert into webinar_registrants as w (registration_id, webinar_id, email, state)
    select registration_id, webinar_id, email, 'wanted' from current where is_coming
    -- Whoever was about to be taken off may be so already: the platform is looked at first.
    on conflict (registration_id, webinar_id) do update set state = 'wanted', is_asked = true
      where w.state = 'unwanted'`.execute(tx)
}

/** True for a row that the platform is to hear of by now. */
export function isOpen(now: Date) {
  return sql<boolean>`(state in ('wanted', 'unwanted', 'delinking') or state = 'deferred' and try_at <= ${now})`
}

/**
 * True for a row that no process holds. A claim lasts for minutes, and a quota for a day: a lease that is further away is of a
 * clock that was ahead.
 */
export function isFree(now: Date) {
  return sql<boolean>`(leased_until is null or leased_until < ${now}
    or leased_until > ${now}::timestamptz + interval '25 hours')`
}

/** The rows of a registration, or those of a sync that are not done. */
type OpenOf = { registrationId: number } | { webinarSyncId: string }

/** One of these rows that the platform is to hear of and no other process holds. */
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

/** Whether any of these still waits, or is in another process's hands. */
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

/** What the platform has made of a claimed row. */
export interface Settled {
  state: Extract<WebinarRegistrants['state'], 'registered' | 'pending' | 'refused' | 'deferred'>
  outcome: WebinarOutcome
  registrantId?: string | null
  joinUrl?: string | null
  problem?: string
  tryAt?: Date
}

/**
 * Notes that somebody is registered at the platform, or why not. Where they were to be taken off meanwhile, they still are; where
 * the claim is another's by now, nothing changes.
 */
export async function settleWanted(
  work: Work,
  { registrationId, webinarId, attempts }: ClaimedRegistrant,
  { state, outcome, registrantId = null, joinUrl = null, problem = '', tryAt }: Settled,
): Promise<void> {
  const isThere = state === 'registered' || state === 'pending'
  const settled = await work.tx
    .updateTable('webinarRegistrants')
    .set({
      state: sql<WebinarRegistrants['state']>`case state when 'wanted' then ${state} else state end`,
      ...{
        outcome,
        registrantId,
        joinUrl,
        problem,
        isAsked: isThere,
        knownAt: null,
        tryAt: tryAt ?? null,
        leasedUntil: null,
      },
    })
    .where('registrationId', '=', registrationId)
    .where('webinarId', '=', webinarId)
    .where('attempts', '=', attempts)
    .returning('state')
    .executeTakeFirst()
  if (settled?.state === 'registered') await giveJoinUrls(work, webinarId, [{ registrationId, joinUrl }])
}

/**
 * Notes that somebody was taken off the platform, or, with a problem, that it would not. Of whom it was only to forget nothing is
 * kept; who is wanted again meanwhile waits to be registered.
 */
export async function settleUnwanted(
  { tx }: Work,
  { registrationId, webinarId, attempts }: ClaimedRegistrant,
  problem = '',
): Promise<void> {
  const row = tx
    .updateTable('webinarRegistrants')
    .where('registrationId', '=', registrationId)
    .where('webinarId', '=', webinarId)
    .where('attempts', '=', attempts)
  await row
    .set({
      state: sql<WebinarRegistrants['state']>`case state when 'delinking' then 'delinked' else state end`,
      outcome: sql<WebinarOutcome | null>`case state when 'delinking' then ${problem === '' ? 'removed' : 'refused'} end`,
      problem,
      registrantId: null,
      joinUrl: null,
      leasedUntil: null,
    })
    .execute()
  await tx
    .deleteFrom('webinarRegistrants')
    .where('registrationId', '=', registrationId)
    .where('webinarId', '=', webinarId)
    .where('attempts', '=', attempts)
    .where('state', '=', 'unwanted')
    .execute()
}

/** Gives a claim back: it can be claimed again from `until` on. `problem` says why it waits. */
export async function releaseRegistrant(
  db: Db,
  { registrationId, webinarId, attempts, wasAsked }: ClaimedRegistrant,
  { isAsked, isKnown, problem, until }: { isAsked: boolean; isKnown?: boolean; problem: string; until: Date },
): Promise<void> {
  await db
    .updateTable('webinarRegistrants')
    .set({ leasedUntil: until, isAsked: isAsked || wasAsked, problem })
    .$if(isKnown === true, (rows) =>
      rows.set({
        knownAt: sql`case when known_at > now() - interval '10 minutes' then known_at else now() end`,
      }),
    )
    .where('registrationId', '=', registrationId)
    .where('webinarId', '=', webinarId)
    .where('attempts', '=', attempts)
    .execute()
}
