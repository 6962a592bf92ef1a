import type { RawBuilder } from 'kysely'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Permission } from '#contract/core/permissions.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import type { Config } from './config.ts'
import type { Notifications } from './core/db/notifications.ts'
import { isWorthAnotherRun } from './core/db/unavailable.ts'
import { Refusal, refusing } from './core/http/refusal.ts'
import type { Answer, Call, Caller, Gate } from './core/http/serve.ts'
import { serve } from './core/http/serve.ts'
import type { AddOptions } from './core/jobs/new-jobs.ts'
import type { Happened, Jobs, NewJob } from './jobs.ts'
import type { Services, Tx } from './services.ts'

/** A verb's transaction and actor. A verb opens no transaction, so verbs can call each other. */
export interface Work {
  tx: Tx
  /** Adds jobs of one name, which exist only if the transaction commits. */
  addJobs<Name extends keyof Jobs & string>(
    name: Name,
    data: Jobs[Name][],
    options?: AddOptions,
  ): Promise<void>
  /** Inserts rows and adds the jobs that follow, in one statement. */
  insertWithJobs(rows: RawBuilder<unknown>, jobs: NewJob[]): Promise<void>
  /** Returns the jobs that follow an activity. */
  follow(what: Happened): NewJob[]
  /** Runs `act` once after the commit, even if the verb ran several times; never after a rollback. */
  afterCommit(act: () => void): void
  notifications: Pick<Notifications, 'tellHere'>
  config: Config
  clock: () => Date
  /** undefined: nobody is signed in, or the portal itself acts. */
  actingUserId: string | undefined
  /** Name and prefix of the API key by which they act. */
  actingKey?: string | undefined
  /** The reason of all activities that name none, such as an import. */
  cause?: string
}

/** The most runs of a verb that PostgreSQL rolls back. */
const mostRuns = 5

export type WriteServices = Pick<Services, 'db' | 'jobs' | 'follow' | 'notifications' | 'config' | 'clock'>

/** The acting user, with the role and permission that must last until the commit, if any. */
type Actor = Pick<Caller, 'userId'> & Partial<Pick<Caller, 'role' | 'admittedBy' | 'apiKey'>>

/**
 * Runs a verb in its own transaction. A refusal rolls it back, unless it has `keepsWork`. After a deadlock or
 * a migration the whole verb runs again, so it must have no effect outside its transaction. Refuses with
 * SIGNED_OUT an administrator removed after the call was admitted, and with NOT_PERMITTED one whose role does
 * not allow the call any more.
 */
export async function write<Result>(
  { db, jobs, follow, notifications, config, clock }: WriteServices,
  caller: Actor | undefined,
  verb: (work: Work) => Promise<Result>,
): Promise<Result> {
  let afterwards: (() => void)[] = []
  const run = () =>
    db.transaction().execute(async (tx) => {
      afterwards = []
      if (caller?.role === 'admin') await holdRole(tx, caller)
      const afterCommit: Work['afterCommit'] = (act) => void afterwards.push(act)
      const add = (added: NewJob[], besides?: RawBuilder<unknown>) => {
        afterCommit(() => added.forEach(jobs.wake))
        return jobs.add(tx as never, added, besides)
      }
      const work: Work = {
        tx,
        follow,
        afterCommit,
        notifications,
        config,
        clock,
        actingUserId: caller?.userId,
        actingKey: caller?.apiKey?.label,
        addJobs: (job, data, options) => add(data.map((each) => ({ job, data: each, ...options }) as NewJob)),
        insertWithJobs: (rows, added) => add(added, rows),
      }
      return verb(work).catch(keptRefusal)
    })
  const runAgain = (runs: number): ReturnType<typeof run> =>
    run().catch((problem) => {
      if (runs >= mostRuns || !isWorthAnotherRun(problem)) throw problem
      return runAgain(runs + 1)
    })
  const result = await runAgain(1)
  for (const act of afterwards) act()
  if (result instanceof Refusal) throw result
  return result
}

class RolledBack<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('Rolled back on purpose')
    this.result = result
  }
}

/** Runs a verb as `write` does, and rolls back all that it wrote. Returns its result. */
export async function rolledBack<Result>(
  services: WriteServices,
  caller: Actor | undefined,
  verb: (work: Work) => Promise<Result>,
): Promise<Result> {
  try {
    await write(services, caller, async (work) => {
      throw new RolledBack(await verb(work))
    })
  } catch (problem) {
    if (problem instanceof RolledBack) return problem.result as Result
    throw problem
  }
  throw new Error('Nothing was rolled back')
}

/** Serves an endpoint that writes: `verb` gets the body and runs in its own transaction, for the caller. */
export function serveWrite<E extends Endpoint>(
  gate: Gate,
  services: WriteServices,
  endpoint: E,
  verb: (work: Work, body: Call<E>['body'], call: Call<E>) => Promise<Answer<E>>,
) {
  serve(gate, endpoint, (call) => write(services, call.caller, (work) => verb(work, call.body, call)))
}

/** Locks an administrator's role, so that its removal or change waits for the commit, or refuses this call. */
async function holdRole(tx: Tx, { userId, admittedBy }: Actor) {
  const administrator = await tx
    .selectFrom('administrators')
    .select('role')
    .where('userId', '=', userId)
    .forKeyShare()
    .executeTakeFirstOrThrow(refusing('SIGNED_OUT'))
  const allowed: readonly Permission[] = roles[administrator.role].permissions
  if (admittedBy && !allowed.includes(admittedBy)) throw new Refusal('NOT_PERMITTED')
}

function keptRefusal(problem: unknown): Refusal {
  if (problem instanceof Refusal && problem.keepsWork) return problem
  throw problem
}
