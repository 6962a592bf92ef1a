import { hasEnded } from '#contract/events/slots/times.ts'
import { slotOverWarning } from '#contract/webinars/webinars/calls.ts'
import { TryAgain } from '#server/core/jobs/queue.ts'
import { isTemporary } from '#server/core/remote-problems.ts'
import { isForLater, QuotaReached, WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'
import { write } from '#server/work.ts'
import { countFigures } from './queries.ts'
import type { MatchOptions } from './webinar-registering.ts'
import { matchRegistrant } from './webinar-registering.ts'
import { claimRegistrant, hasOpen, planRegistrants } from './webinar-registrants.ts'
import type { Sync } from './webinar-sync-rows.ts'
import { includeLinked, includeMissing, noteListed, noteMissing, settleRest } from './webinar-sync-rows.ts'

/** The concurrent calls, enough to use the whole rate limit if each answer takes a second. */
const concurrentCalls = 80

/** The longest pause of each call while many people register. */
const stepsBackMs = 5000

/**
 * Continues a sync or delink. Each answer is stored immediately, so the job may be interrupted, repeated, or
 * run twice concurrently. Waits while the webinar platform is away.
 */
export async function runWebinarSync(
  services: Services,
  { webinarSyncId }: Jobs['run-webinar-sync'],
): Promise<void> {
  const sync = await services.db
    .selectFrom('webinarSyncs')
    .select(columns.webinarSyncs)
    .where('webinarSyncId', '=', webinarSyncId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!sync) return
  try {
    if (sync.kind === 'sync') await register(services, sync)
    else await remove(services, sync)
  } catch (problem) {
    const { message } = problem as Error
    if (problem instanceof WebinarRefused) return stop(services, sync, message)
    await note(services, sync, { problem: message })
    throw isForLater(problem) ? new TryAgain(message) : problem
  }
  await end(services, sync, { problem: await findWarning(services, sync) })
}

/** Returns why a sync adds nobody, if its slot is over. */
async function findWarning({ db, clock }: Services, { kind, eventSlotId }: Sync) {
  const slot = await findSlot(db, eventSlotId)
  return kind === 'sync' && slot && hasEnded(slot, clock()) ? slotOverWarning : ''
}

/** Lists the registrants first, so that only missing people are added. */
async function register(services: Services, sync: Sync) {
  const { webinar } = services
  const { hostEmails } = await webinar.getWebinar(sync.webinarId)
  await write(services, undefined, async (work) => {
    await planRegistrants(work, { eventSlotId: sync.eventSlotId })
    await includeMissing(work.tx, sync)
  })
  for await (const page of webinar.listRegistrants(sync.webinarId)) {
    await write(services, undefined, ({ tx }) => noteListed(tx, sync, page))
  }
  await write(services, undefined, ({ tx }) => noteMissing(tx, sync))
  await matchAll(services, sync, { usesEmailAsName: sync.usesEmailAsName, hostEmails })
}

async function remove(services: Services, sync: Sync) {
  await write(services, undefined, ({ tx }) => includeLinked(tx, sync))
  await matchAll(services, sync)
}

/** Goes on after one person's problem, and ends all calls once the webinar platform is unreachable. */
async function matchAll(services: Services, sync: Sync, options?: MatchOptions) {
  const { webinarSyncId } = sync
  let ending: { problem: unknown } | undefined
  await Promise.all(Array.from({ length: concurrentCalls }, matchOneByOne))
  if (ending?.problem instanceof QuotaReached && sync.kind === 'sync') {
    const { message: problem, until: tryAt } = ending.problem
    await write(services, undefined, ({ tx }) => settleRest(tx, sync, { problem, tryAt }))
  } else if (ending) throw ending.problem
  if (await hasOpen(services, { webinarSyncId }))
    throw new TryAgain('Some calls had no answer and are retried')

  async function matchOneByOne() {
    while (!ending) {
      await services.rush.over(stepsBackMs)
      const claimed = await claimRegistrant(services, { webinarSyncId })
      if (!claimed) return
      await matchRegistrant(services, claimed, options).catch((problem) => {
        if (!isTemporary(problem) || !services.webinar.isReachable()) ending ??= { problem }
      })
    }
  }
}

async function stop(services: Services, sync: Sync, problem: string) {
  await write(services, undefined, ({ tx }) => settleRest(tx, sync, { problem }))
  await end(services, sync, { isStopped: true, problem })
}

/** Ends a sync or delink once; jobs follow. */
async function end(
  services: Services,
  { webinarSyncId, eventSlotId }: Sync,
  ended: { isStopped?: boolean; problem: string },
) {
  await write(services, undefined, async (work) => {
    const { tx, clock } = work
    const { numUpdatedRows } = await tx
      .updateTable('webinarSyncs')
      .set({
        ...ended,
        endedAt: clock(),
        figures: JSON.stringify(await countFigures(tx, webinarSyncId)),
      })
      .where('webinarSyncId', '=', webinarSyncId)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow()
    const slot = await findSlot(tx, eventSlotId)
    if (numUpdatedRows > 0n && slot)
      await happened(work, [{ activity: 'webinar-sync-ended', ...ofSlot(slot) }])
  })
}

async function note({ db }: Services, { webinarSyncId }: Sync, noted: { problem: string }) {
  await db
    .updateTable('webinarSyncs')
    .set(noted)
    .where('webinarSyncId', '=', webinarSyncId)
    .where('endedAt', 'is', null)
    .execute()
}
