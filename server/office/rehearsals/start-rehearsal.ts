import { randomInt } from 'node:crypto'
import { Refusal } from '#server/core/http/refusal.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { getRehearsalEvent } from './queries.ts'

/** Starts a rehearsal of an event, by a job. Refuses with EVENT_NOT_FOUND, REHEARSAL_UNFIT and REHEARSAL_RUNS. */
export async function startRehearsal(
  work: Work,
  { eventId, people }: { eventId: number; people: number },
): Promise<{ rehearsalId: number }> {
  const { tx, clock, config, actingUserId } = work
  await getRehearsalEvent({ db: tx, config }, eventId)
  // The portal died during its last attempt.
  await tx
    .updateTable('rehearsals')
    .set({ state: 'failed', problem: 'The portal ended during the rehearsal.', endedAt: clock() })
    .where('state', 'in', ['waiting', 'running'])
    .where(hasNoJob('rehearse', 'rehearsalId', 'rehearsals.rehearsalId'))
    .execute()
  const started = await tx
    .insertInto('rehearsals')
    .values({ eventId, people, seed: randomInt(1, 10_000), askedBy: actingUserId ?? null, askedAt: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('rehearsalId')
    .executeTakeFirst()
  if (!started) throw new Refusal('REHEARSAL_RUNS')
  await work.addJobs('rehearse', [started], { isUrgent: true })
  await happened(work, [{ activity: 'event-rehearsed', eventId }])
  return started
}
