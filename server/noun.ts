import type { Registry } from 'prom-client'
import type { Activity } from '#contract/foundation/activities/calls.ts'
import { inBatches } from './core/db/batches.ts'
import type { Gate } from './core/http/serve.ts'
import type { MetasOf } from './core/http/web-files.ts'
import type { AddOptions } from './core/jobs/new-jobs.ts'
import type { Attempt, JobPolicy } from './core/jobs/queue.ts'
import type { Happened, Jobs } from './jobs.ts'
import type { Personal } from './personal.ts'
import type { Services } from './services.ts'
import type { Work } from './work.ts'
import { write } from './work.ts'

/** All that the portal needs to know about a noun. `server/nouns.ts` lists them. */
export interface Noun<Own extends JobName = JobName> {
  /** The files of the contract that have its calls, and shapes with a name of their own. */
  calls: object[]
  /** Serves its calls. May return the meta elements of the pages. */
  serve?(gate: Gate, services: Services): MetasOf | undefined
  jobs?: Job<Own>[]
  /** Deletes records past their retention; runs every night. */
  expire?(work: Work): Promise<unknown>
  measure?(metrics: Registry, services: Services): void
  /** Reads, hands over and forgets what it stores about a person. */
  personal?: Personal
}

export type JobName = keyof Jobs & string
type Run<Of extends JobName> = (data: Jobs[Of], attempt: Attempt) => Promise<void>
type Follow<Of extends JobName> = (what: Happened) => (AddOptions & { data: Jobs[Of] })[]

/** A background job as its noun declares it. */
export interface Job<Of extends JobName = JobName> {
  name: Of
  policy: JobPolicy
  follows: Partial<Record<Activity, Follow<JobName>>>
  open(services: Services): Run<JobName>
}

/** A job's policy, what it does (one of the four), and the activities that it follows. */
interface JobOptions<Of extends JobName> extends Partial<JobPolicy> {
  follows?: Partial<Record<Activity, Follow<Of>>>
  /** Runs a verb in its own transaction. */
  verb?: (work: Work, data: Jobs[Of]) => Promise<unknown>
  /** Runs a verb in one transaction for all registrations whose jobs run at the same time. */
  verbOfMany?: (work: Work, registrationIds: number[]) => Promise<unknown>
  run?: (services: Services, data: Jobs[Of], attempt: Attempt) => Promise<unknown>
  open?: (services: Services) => Run<Of>
}

export const minute = 60
export const hour = 60 * minute

/** An administrator can take something back within this time before anyone is emailed about it. */
export const later = { afterSeconds: 60 }

/** About two days of attempts: after 5 s, then twice as long each time, up to 4 hours. */
export const forDays = { retryLimit: 21, retryDelay: 5, retryBackoff: true, retryDelayMax: 4 * hour }

/** Attempts at a service outside: after 5 s, then twice as long each time, up to `retryDelayMax` seconds. */
export function tries(retryLimit: number, retryDelayMax: number): Partial<JobPolicy> {
  return { retryLimit, retryDelay: 5, retryBackoff: true, retryDelayMax }
}

/** Declares a noun. Its type names its jobs, so that `server/nouns.ts` can tell that none is missing. */
export function noun<Own extends JobName = never>(declared: Noun<Own>): Noun<Own> {
  return declared
}

/** Declares a job. By default it is not retried, and may take a minute. */
export function job<Of extends JobName>(
  name: Of,
  { follows = {}, verb, verbOfMany, run, open, ...policy }: JobOptions<Of>,
): Job<Of> {
  return {
    name,
    follows: follows as Job['follows'],
    policy: { retryLimit: 0, expireInSeconds: minute, ...policy },
    open(services) {
      if (open) return open(services) as Run<JobName>
      if (verbOfMany) return inOneWrite(services, verbOfMany) as unknown as Run<JobName>
      return (async (data: Jobs[Of], attempt: Attempt) => {
        await (verb ? write(services, undefined, (work) => verb(work, data)) : run?.(services, data, attempt))
      }) as Run<JobName>
    },
  }
}

/** Returns the job about the activity's registration. */
export function aboutRegistration(options: AddOptions = {}) {
  return ({ registrationId }: Happened) =>
    registrationId === undefined ? [] : [{ data: { registrationId }, ...options }]
}

/** Returns the job about the activity's slot. */
export function aboutSlot(options: AddOptions = {}) {
  return ({ details }: Happened) =>
    details?.eventSlotId === undefined ? [] : [{ data: { eventSlotId: details.eventSlotId }, ...options }]
}

function inOneWrite(services: Services, verb: (work: Work, registrationIds: number[]) => Promise<unknown>) {
  return inBatches(async (data: { registrationId: number }[]) => {
    const registrationIds = data.map(({ registrationId }) => registrationId)
    await write(services, undefined, (work) => verb(work, registrationIds))
    return data.map(() => undefined)
  })
}
