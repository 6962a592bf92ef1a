import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Tx } from '#server/services.ts'
import type { WebinarRegistrants, WebinarSyncs } from '#server/tables.generated.ts'
import { settledAs } from './webinar-registering.ts'

export type Sync = Selectable<WebinarSyncs>

/** Marks everyone of the slot without a join URL for registration, even if refused, deferred or removed before. */
export async function includeMissing(tx: Tx, { webinarSyncId, webinarId, eventSlotId }: Sync) {
  await sql`
    update webinar_registrants w
    set webinar_sync_id = ${webinarSyncId}, outcome = null, problem = '', try_at = null,
      state = 'wanted', is_asked = is_asked or state = 'pending'
    where registration_id in (select admitted_to(${eventSlotId}))
      and w.webinar_id = ${webinarId} and w.state in ('wanted', 'pending', 'refused', 'deferred', 'delinked')
      and w.webinar_sync_id is distinct from ${webinarSyncId}`.execute(tx)
}

/** Marks everyone of the slot whom the webinar platform knows, or may know, for removal. */
export async function includeLinked(tx: Tx, { webinarSyncId, webinarId, eventSlotId }: Sync) {
  await sql`
    update webinar_registrants w
    set webinar_sync_id = ${webinarSyncId}, outcome = null, problem = '', try_at = null, state = 'delinking', join_url = null
    where registration_id in (select admitted_to(${eventSlotId}))
      and w.webinar_id = ${webinarId} and w.state not in ('unwanted', 'delinked', 'delinking')`.execute(tx)
}

/** Stores which people of the sync are on a page of the webinar platform's list. */
export async function noteListed(tx: Tx, { webinarSyncId, webinarId }: Sync, page: Registrant[]) {
  const listed = page.map((registrant) => ({
    email: comparedEmail(registrant.email),
    registrantId: null,
    joinUrl: null,
    problem: '',
    ...settledAs(registrant, 'matched'),
  }))
  await sql`
    update webinar_registrants w
    set state = listed.state, outcome = listed.outcome, registrant_id = listed."registrantId",
      join_url = listed."joinUrl", problem = listed.problem, is_asked = true, leased_until = null
    from jsonb_to_recordset(${JSON.stringify(listed)})
      as listed (email text, state text, outcome text, "registrantId" text, "joinUrl" text, problem text)
    where webinar_sync_id = ${webinarSyncId} and webinar_id = ${webinarId} and w.email = listed.email
      and w.state = 'wanted' and w.outcome is null`.execute(tx)
}

/**
 * Marks unlisted people as never asked for, so that nobody looks for them one by one. Skips those that
 * another process holds.
 */
export async function noteMissing(tx: Tx, { webinarSyncId }: Sync) {
  await tx
    .updateTable('webinarRegistrants')
    .set({ isAsked: false })
    .where('webinarSyncId', '=', webinarSyncId)
    .where('outcome', 'is', null)
    .where('state', '=', 'wanted')
    .where('leasedUntil', 'is', null)
    .execute()
}

/** Ends a sync's open rows: refused, or deferred until `tryAt`. Open removals count as done. */
export async function settleRest(
  tx: Tx,
  { webinarSyncId }: Sync,
  { problem, tryAt = null }: { problem: string; tryAt?: Date | null },
) {
  const outcome = tryAt ? 'deferred' : 'refused'
  await tx
    .updateTable('webinarRegistrants')
    .set({
      state: sql<
        WebinarRegistrants['state']
      >`case state when 'delinking' then 'delinked' else ${outcome} end`,
      outcome,
      problem,
      tryAt,
    })
    .where('webinarSyncId', '=', webinarSyncId)
    .where('outcome', 'is', null)
    .where('state', 'in', ['wanted', 'delinking'])
    .execute()
}
