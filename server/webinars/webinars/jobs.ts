import { sql } from 'kysely'
import { hasNoJob, TryAgain } from '#server/core/jobs/queue.ts'
import { isTemporary } from '#server/core/remote-problems.ts'
import { isForLater, QuotaReached, WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { adoptRegistrant, findChanged } from './webinar-adoption.ts'
import { matchRegistrant } from './webinar-registering.ts'
import { claimRegistrant, hasOpen, isFree, isOpen, planRegistrants } from './webinar-registrants.ts'

/** Brings the webinar platform up to date with a registration. May run twice. */
export async function matchWebinar(services: Services, { registrationId }: Jobs['match-webinar']) {
  await write(services, undefined, (work) => planRegistrants(work, { registrationId }))
  for (;;) {
    const claimed = await claimRegistrant(services, { registrationId })
    if (!claimed) break
    try {
      await matchRegistrant(services, claimed)
    } catch (problem) {
      if (isTemporary(problem)) {
        // The sweep continues as soon as the webinar platform is back; a retry of this job might come minutes
        // later.
        if (services.webinar.health().awaySince) return
        throw new TryAgain((problem as Error).message)
      }
      // A refusal is stored with the registrant.
      if (!(problem instanceof WebinarRefused || problem instanceof QuotaReached)) throw problem
    }
  }
  if (await hasOpen(services, { registrationId })) throw new TryAgain('Another process holds the claim')
}

/**
 * Asks the webinar platform for a registrant's current state and adopts it, so repeated or late webhooks
 * change nothing.
 */
export async function recheckRegistrant(services: Services, change: Jobs['recheck-registrant']) {
  const { db, webinar } = services
  try {
    for (const row of await findChanged(db, change)) {
      const registrantId = change.registrantId ?? row.registrantId
      if (registrantId === null) continue
      const found = await webinar.findRegistrant(change.webinarId, registrantId)
      await write(services, undefined, (work) =>
        adoptRegistrant(work, row, { registrantId, found, platformName: webinar.name }),
      )
    }
  } catch (problem) {
    if (isForLater(problem)) throw new TryAgain((problem as Error).message)
    if (!(problem instanceof WebinarRefused)) throw problem
  }
}

const mostAtOnce = 1000

/**
 * Adds jobs for waiting registrants and syncs without one: due deferred ones, and those of a dead process or
 * an outage. During an outage, first checks if the webinar platform is back.
 */
export async function sweepWebinars(services: Services) {
  if (services.webinar.health().awaySince) await probeWebinarPlatform(services)
  await write(services, undefined, async ({ tx, addJobs, clock }) => {
    const waiting = await tx
      .selectFrom('webinarRegistrants')
      .select('registrationId')
      .distinct()
      .where(isOpen(clock()))
      .where(isFree(clock()))
      .where(hasNoJob('match-webinar', 'registrationId', 'webinarRegistrants.registrationId'))
      // Registrants of a running sync have its job.
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
      .where(hasNoJob('run-webinar-sync', 'webinarSyncId', 'webinarSyncs.webinarSyncId'))
      .execute()
    await addJobs('run-webinar-sync', syncs)
  })
}

async function probeWebinarPlatform({ db, webinar, log }: Services) {
  const slot = await db
    .selectFrom('eventSlots')
    .select('webinarId')
    .where('webinarId', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('endOn', 'desc')
    .executeTakeFirst()
  // Registrants may wait for removal from a webinar that no slot has any more.
  const some = slot ?? (await db.selectFrom('webinarRegistrants').select('webinarId').executeTakeFirst())
  if (!some?.webinarId) return
  await webinar.getWebinar(some.webinarId).catch((problem: Error) => {
    log.warn({ problem: problem.message }, 'webinar platform not reachable')
  })
}
