import { hasEnded } from '#contract/slots/times.ts'
import { slotOverNotice } from '#contract/webinars/calls.ts'
import { TryAgain } from '#server/core/jobs/queue.ts'
import { isTemporary } from '#server/core/remote-problems.ts'
import { isForLater, QuotaReached, WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'
import { write } from '#server/work.ts'
import { countFigures } from './queries.ts'
import { type Bringing, bringToPlatform } from './webinar-registering.ts'
import { claimRegistrant, hasOpen, planRegistrants } from './webinar-registrants.ts'
import {
  includeLinked,
  includeMissing,
  noteListed,
  noteMissing,
  type Sync,
  settleRest,
} from './webinar-sync-rows.ts'

/** So many are brought to the platform side by side: what a limit allows is used also where each answer takes a second. */
const sideBySide = 80

/** So long each of these steps back while many people register. */
const stepsBackMs = 5000

/**
 * Does what is left of a sync or delink. What the platform says of each is kept at once, so it may be interrupted and run again, also
 * twice at a time. While the platform is down it waits.
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
    else await takeOff(services, sync)
  } catch (problem) {
    const { message } = problem as Error
    if (problem instanceof WebinarRefused) return stop(services, sync, message)
    await note(services, sync, { problem: message })
    throw isForLater(problem) ? new TryAgain(message) : problem
  }
  await note(services, sync, { endedAt: services.clock(), problem: await findNotice(services, sync) })
}

/** Says of a sync of a slot that is over why it registers nobody anew. */
async function findNotice({ db, clock }: Services, { kind, eventSlotId }: Sync): Promise<string> {
  const slot = await db
    .selectFrom('eventSlots')
    .select(['endOn', 'endTime'])
    .where('eventSlotId', '=', eventSlotId)
    .executeTakeFirstOrThrow()
  return kind === 'sync' && hasEnded(slot, clock()) ? slotOverNotice : ''
}

/** Whoever is there already is found before anybody is added. */
async function register(services: Services, sync: Sync): Promise<void> {
  const { webinar } = services
  const { hostEmails } = await webinar.getWebinar(sync.webinarId)
  await write(services, undefined, async (work) => {
    await planRegistrants(work, { eventSlotId: sync.eventSlotId })
    await includeMissing(work.tx, sync)
  })
  for await (const page of webinar.listRegistrants(sync.webinarId)) {
    await write(services, undefined, (work) => noteListed(work, sync, page))
  }
  await write(services, undefined, ({ tx }) => noteMissing(tx, sync))
  await bringAll(services, sync, {
    usesEmailAsName: sync.usesEmailAsName,
    hostEmails,
  })
}

async function takeOff(services: Services, sync: Sync): Promise<void> {
  await write(services, undefined, ({ tx }) => includeLinked(tx, sync))
  await bringAll(services, sync, {})
}

/** One that fails by itself doesn't hold up the others; what can't be had from the platform now, nobody asks for. */
async function bringAll(services: Services, sync: Sync, options: Bringing): Promise<void> {
  const { webinarSyncId } = sync
  let ending: { problem: unknown } | undefined
  await Promise.all(Array.from({ length: sideBySide }, bringOneAfterTheOther))
  if (ending?.problem instanceof QuotaReached && sync.kind === 'sync') {
    const { message: problem, until: tryAt } = ending.problem
    await write(services, undefined, ({ tx }) => settleRest(tx, sync, { problem, tryAt }))
  } else if (ending) throw ending.problem
  if (await hasOpen(services, { webinarSyncId }))
    throw new TryAgain('Some were not answered, and are asked for again')

  async function bringOneAfterTheOther(): Promise<void> {
    while (!ending) {
      await services.rush.over(stepsBackMs)
      const claimed = await claimRegistrant(services, { webinarSyncId })
      if (!claimed) return
      await bringToPlatform(services, claimed, options).catch((problem) => {
        if (!isTemporary(problem) || !services.webinar.isReachable()) ending ??= { problem }
      })
    }
  }
}

async function stop(services: Services, sync: Sync, problem: string): Promise<void> {
  await write(services, undefined, ({ tx }) => settleRest(tx, sync, { problem }))
  await note(services, sync, { endedAt: services.clock(), isStopped: true, problem })
}

async function note(
  { db }: Services,
  { webinarSyncId }: Sync,
  noted: { endedAt?: Date; isStopped?: boolean; problem: string },
): Promise<void> {
  const figures = noted.endedAt && JSON.stringify(await countFigures(db, webinarSyncId))
  await db
    .updateTable('webinarSyncs')
    .set({ ...noted, ...(figures && { figures }) })
    .where('webinarSyncId', '=', webinarSyncId)
    .where('endedAt', 'is', null)
    .execute()
}
