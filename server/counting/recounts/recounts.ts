import { sql } from 'kysely'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { insertFreshReadings, readReports } from '#server/attendance/attendances/attendance-rereading.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import type { CountedHours } from '#server/counting/credit-findings/credit-finding-recounts.ts'
import { countAfresh, findStoredCounts } from '#server/counting/credit-findings/credit-finding-recounts.ts'
import { countSlot } from '#server/counting/credit-findings/credit-findings.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Services } from '#server/services.ts'
import type { RecountDifference } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import { rolledBack, write } from '#server/work.ts'
import { findLongestAgo } from './queries.ts'

/**
 * Recounts the settled slot with the oldest recount from its reports' bytes, and compares the findings with
 * the stored ones. A difference is an alarm and changes no hours. May run twice.
 */
export async function recountLongestAgo(services: Services) {
  const eventSlotId = await findLongestAgo(services.db)
  if (eventSlotId === undefined) return
  const readings = await readReports(services.db, eventSlotId)
  // A change since the last count, such as an account's email, is not a difference.
  await write(services, undefined, (work) => countSlot(work, { eventSlotId }))
  const compared = await rolledBack(services, undefined, async (work) => {
    const stored = await findStoredCounts(work.tx, eventSlotId)
    await insertFreshReadings(work, readings)
    return { people: stored.size, differences: differencesOf(stored, await countAfresh(work, eventSlotId)) }
  })
  await write(services, undefined, (work) => noteRecount(work, eventSlotId, compared))
}

async function noteRecount(
  work: Work,
  eventSlotId: number,
  { people, differences }: { people: number; differences: RecountDifference[] },
) {
  const slot = await getSlot(work.tx, eventSlotId)
  await work.tx
    .insertInto('slotRecounts')
    .values({ eventSlotId, people, differences: JSON.stringify(differences), recountedAt: work.clock() })
    .execute()
  if (differences.length > 0) await happened(work, [{ activity: 'recount-differs', ...ofSlot(slot) }])
}

/** Ends a recount's alarm. Refuses with RECOUNT_NOT_FOUND, and with NOTHING_CHANGES if it is over. */
export async function seeRecount(work: Work, recountId: number) {
  const { tx, clock, actingUserId } = work
  const recount = await tx
    .selectFrom('slotRecounts')
    .select(['eventSlotId', 'seenAt'])
    .where('slotRecountId', '=', recountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(refusing('RECOUNT_NOT_FOUND'))
  if (recount.seenAt) throw new Refusal('NOTHING_CHANGES')
  await tx
    .updateTable('slotRecounts')
    .set({ seenBy: actingUserId ?? null, seenAt: clock() })
    .where('slotRecountId', '=', recountId)
    .execute()
  const slot = await getSlot(tx, recount.eventSlotId)
  await happened(work, [{ activity: 'recount-seen', ...ofSlot(slot) }])
}

/** Deletes recounts older than certificates are kept. */
export async function expireRecounts({ tx }: Work) {
  await tx
    .deleteFrom('slotRecounts')
    .where('recountedAt', '<', sql<Date>`now() - ${yearsKept} * interval '1 year'`)
    .execute()
}

/** Returns everyone whose two counts differ, by registration. */
function differencesOf(
  stored: ReadonlyMap<number, CountedHours>,
  fresh: ReadonlyMap<number, CountedHours>,
): RecountDifference[] {
  const registrationIds = [...new Set([...stored.keys(), ...fresh.keys()])].sort((a, b) => a - b)
  return registrationIds.flatMap((registrationId) => {
    const [before, now] = [stored.get(registrationId), fresh.get(registrationId)]
    const isSame = before?.hours === now?.hours && before?.because === now?.because
    return isSame ? [] : [{ registrationId, before: before?.hours ?? null, now: now?.hours ?? null }]
  })
}
