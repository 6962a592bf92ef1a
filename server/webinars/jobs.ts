import { sql } from 'kysely'
import { openJobs, TryAgain } from '#server/core/jobs/queue.ts'
import { isTemporary } from '#server/core/remote-problems.ts'
import { isForLater, QuotaReached, WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { adoptRegistrant, findChanged } from './webinar-adoption.ts'
import { bringToPlatform } from './webinar-registering.ts'
import { claimRegistrant, hasOpen, isFree, isOpen, planRegistrants } from './webinar-registrants.ts'

/** Brings the platform to know of a registration what is true by now, whatever has happened to it meanwhile. It may run twice. */
export async function matchWebinar(
  services: Services,
  { registrationId }: Jobs['match-webinar'],
): Promise<void> {
  await write(services, undefined, (work) => planRegistrants(work, { registrationId }))
  for (;;) {
    const claimed = await claimRegistrant(services, { registrationId })
    if (!claimed) break
    const problem = await bringToPlatform(services, claimed).then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    if (problem && isTemporary(problem)) {
      // The sweep goes on once the platform is back: a try of this job might come minutes later.
      if (services.webinar.health().awaySince) return
      throw new TryAgain(problem.message)
    }
    // Noted, for whoever looks at the webinar.
    if (problem && !(problem instanceof WebinarRefused || problem instanceof QuotaReached)) throw problem
  }
  if (await hasOpen(services, { registrationId }))
    throw new TryAgain('The platform is being told of them already')
}

/** Takes over what is true of somebody at the platform by now, whatever the webhook said: one that comes twice or late changes nothing. */
export async function recheckRegistrant(
  services: Services,
  change: Jobs['recheck-registrant'],
): Promise<void> {
  const { db, webinar } = services
  try {
    for (const row of await findChanged(db, change)) {
      const registrantId = change.registrantId ?? row.registrantId
      if (registrantId === null) continue
      const found = await webinar.findRegistrant(change.webinarId, registrantId)
      await write(services, undefined, (work) =>
        adoptRegistrant(work, row, { registrantId, found, platform: webinar.name }),
      )
    }
  } catch (problem) {
    if (isForLater(problem)) throw new TryAgain((problem as Error).message)
    if (!(problem instanceof WebinarRefused)) throw problem
  }
}

const mostAtOnce = 1000

/**
 * Gives a job to whom the platform has not heard of and has none: deferred ones that are due, those whose process died, those
 * who waited while the platform was down. While it is down, tries first whether it is back.
 */
export async function sweepWebinars(services: Services): Promise<void> {
  if (services.webinar.health().awaySince) await tryPlatform(services)
  await addForgotten(services)
}

async function addForgotten(services: Services): Promise<void> {
  await write(services, undefined, async ({ tx, addJobs, clock }) => {
    const waiting = await tx
      .selectFrom('webinarRegistrants')
      .select('registrationId')
      .distinct()
      .where(isOpen(clock()))
      .where(isFree(clock()))
      .where(
        sql<boolean>`not exists (select from (${sql.raw(openJobs('match-webinar'))}) job
          where (job.data->>'registrationId')::int = webinar_registrants.registration_id)`,
      )
      // A sync has a job of its own.
      .where(
        sql<boolean>`not exists (select from webinar_syncs s
          where s.webinar_sync_id = webinar_registrants.webinar_sync_id and ended_at is null)`,
      )
      .limit(services.webinar.health().awaySince ? 0 : mostAtOnce)
      .execute()
    await addJobs('match-webinar', waiting)
    const syncs = await tx
      .selectFrom('webinarSyncs')
      .select('webinarSyncId')
      .where('endedAt', 'is', null)
      .where(
        sql<boolean>`not exists (select from (${sql.raw(openJobs('run-webinar-sync'))}) job
          where (job.data->>'webinarSyncId')::uuid = webinar_syncs.webinar_sync_id)`,
      )
      .execute()
    await addJobs('run-webinar-sync', syncs)
  })
}

async function tryPlatform({ db, webinar, log }: Services): Promise<void> {
  const slot = await db
    .selectFrom('eventSlots')
    .select('webinarId')
    .where('webinarId', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('endOn', 'desc')
    .executeTakeFirst()
  // Somebody may wait to be taken off a webinar that no slot has any more.
  const some = slot ?? (await db.selectFrom('webinarRegistrants').select('webinarId').executeTakeFirst())
  if (!some?.webinarId) return
  await webinar.getWebinar(some.webinarId).catch((problem: Error) => {
    log.warn({ problem: problem.message }, 'webinar platform away')
  })
}
