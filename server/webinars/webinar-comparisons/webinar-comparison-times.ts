import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { shownHeldTimes, wantedTimes } from '#contract/webinars/webinars/times.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Db, Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'

/**
 * Writes a slot's requested time to its webinar, and records the result. Throws if the webinar platform does
 * not answer; the request then stays open.
 */
export async function writeAskedTime(services: Services, eventSlotId: number) {
  const asked = await findAsked(services.db, eventSlotId)
  if (!asked?.webinarId) return
  try {
    const changes = await writeTime(services, asked.webinarId, asked)
    await write(services, undefined, (work) => settleTime(work, eventSlotId, { changes }))
  } catch (problem) {
    if (!(problem instanceof WebinarRefused)) throw problem
    await write(services, undefined, (work) => settleTime(work, eventSlotId, { problem: problem.message }))
  }
}

/** Closes the request to change the webinar's time, with its result, and records it. Does nothing if it is closed. */
export async function settleTime(
  work: Work,
  eventSlotId: number,
  { changes, problem = '' }: { changes?: [from: string, to: string]; problem?: string },
) {
  const asked = await findAsked(work.tx, eventSlotId)
  if (!asked) return
  await work.tx
    .updateTable('webinarComparisons')
    .set({ timeAskedAt: null, timeProblem: problem })
    .where('eventSlotId', '=', eventSlotId)
    .execute()
  const activity = changes ? 'webinar-time-written' : 'webinar-time-refused'
  const details = changes ? { changes: { time: changes } } : { reason: problem }
  await happened(work, [{ activity, ...ofSlot(asked, details) }])
}

async function writeTime(
  { webinar }: Services,
  webinarId: string,
  slot: SlotTime,
): Promise<[from: string, to: string]> {
  const { times } = await webinar.getWebinar(webinarId)
  const wanted = wantedTimes(slot, times.length)
  if (!wanted) {
    throw new WebinarRefused(
      'times',
      `On ${webinar.name}, this webinar has ${times.length} times, but the time slot has ${slotDays(slot).length} days. Please change it on ${webinar.name}.`,
    )
  }
  await webinar.setTimes(webinarId, wanted)
  return [shownHeldTimes(times), shownHeldTimes(wanted)]
}

function findAsked(db: Db, eventSlotId: number) {
  return db
    .selectFrom('webinarComparisons')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'webinarComparisons.eventSlotId')
    .select(['eventSlots.eventSlotId', 'eventId', 'eventSlots.webinarId'])
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .where('eventSlots.eventSlotId', '=', eventSlotId)
    .where('timeAskedAt', 'is not', null)
    .executeTakeFirst()
}
