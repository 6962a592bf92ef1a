import { join } from 'node:path'
import { sql } from 'kysely'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Attempt } from '#server/core/jobs/queue.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { getRehearsalEvent } from './queries.ts'
import { RehearsalFailed, rehearseInChild } from './rehearsal-child.ts'

const program = join(import.meta.dirname, '../../rehearse.ts')

/** Runs a rehearsal and stores its result. May run twice: it begins anew, and the first result stays. */
export async function runRehearsal(
  { db, config, clock, log }: Services,
  { rehearsalId }: Jobs['rehearse'],
  { isLast }: Attempt,
): Promise<void> {
  const open = db
    .updateTable('rehearsals')
    .where('rehearsalId', '=', rehearsalId)
    .where('state', 'in', ['waiting', 'running'])
  const asked = await open
    .set({ state: 'running', progress: 'It begins' })
    .returning(['eventId', 'people', 'seed'])
    .executeTakeFirst()
  if (!asked) return
  const { eventId, ...size } = asked
  const tell = (progress: string) =>
    void open
      .set({ progress })
      .execute()
      .catch((problem) => log.warn(problem))
  try {
    const plan = { ...(await getRehearsalEvent({ db, config }, eventId)), ...size }
    const result = await rehearseInChild(program, plan, tell)
    await open
      .set({ state: 'done', progress: '', result: JSON.stringify(result), endedAt: clock() })
      .execute()
  } catch (problem) {
    const isFinal = isLast || problem instanceof Refusal || problem instanceof RehearsalFailed
    if (!isFinal) throw problem
    const { message } = problem as Error
    await open.set({ state: 'failed', progress: '', problem: message, endedAt: clock() }).execute()
  }
}

/** Deletes the rehearsals that are older than certificates are kept. */
export async function forgetRehearsals({ tx }: Work): Promise<void> {
  await tx
    .deleteFrom('rehearsals')
    .where('askedAt', '<', sql<Date>`now() - ${yearsKept} * interval '1 year'`)
    .execute()
}
