import { sql } from 'kysely'
import type { Data } from '#contract/core/endpoint.ts'
import { nameOrEmail } from '#contract/core/names.ts'
import { anomalies } from '#contract/counting/credit-findings/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import { creditByHand } from '#contract/ledger/credits/by-hand.ts'
import type {
  BulkAction,
  BulkJob,
  BulkRegistrations,
  getBulkResults,
} from '#contract/office/bulk-jobs/calls.ts'
import { mostInBulk } from '#contract/office/bulk-jobs/calls.ts'
import type { BulkFacts } from '#contract/office/bulk-jobs/rules.ts'
import { bulkReason } from '#contract/office/bulk-jobs/rules.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import type { WebinarSync } from '#contract/webinars/webinars/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import { hasCompleteProvider } from '#server/foundation/training-providers/queries.ts'
import { findHandFacts } from '#server/ledger/credits/credit-days.ts'
import { findTakenBack } from '#server/ledger/credits/give-back-credit.ts'
import { isDecided } from '#server/ledger/credits/queries.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import { readFilter } from '#server/registrations/registration-lists/registration-list-filter.ts'
import type { Db, Services } from '#server/services.ts'
import { getSync } from '#server/webinars/webinars/queries.ts'
import { countEmails, countUnmailed, isBounced, isMailed } from './bulk-job-emails.ts'

/** One of the registrations of a bulk job. */
export interface BulkCandidate extends BulkFacts {
  registrationId: number
  userId: string
  version: number
  focusId: number
  name: string
  email: string
  eventName: string
  hasCertificate: boolean
  /** For hours that were found: the current finding. */
  findingId?: number
}

/** Returns the facts that decide about each registration, in order. Refuses with TOO_MANY_IN_BULK, SLOT_NOT_FOUND. */
export async function findCandidates(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  action: BulkAction,
  registrations: BulkRegistrations,
): Promise<BulkCandidate[]> {
  const filter = 'filter' in registrations ? registrations.filter : {}
  const chosen = await readFilter({ db, config, clock }, filter)
  const onlyThese =
    'ids' in registrations
      ? sql`r.registration_id = any(${registrations.ids}::integer[])`
      : 'jobId' in registrations
        ? sql`r.registration_id in (${changedBy(registrations.jobId)})`
        : sql`true`
  const { columns, joins, condition } = action.kind === 'credit-found' ? foundAt(action) : notFound
  const shown = action.kind === 'credit-found' && action.findingIds && new Set(action.findingIds)
  const isSlotKnown = action.kind !== 'move' || (await isSlotOf(db, action))
  if (!isSlotKnown) throw new Refusal('SLOT_NOT_FOUND')
  const { rows } = await sql<Row>`
    select r.registration_id, r.user_id, r.event_id, r.event_slot_id, s.focus_id, r.version, r.hours, end_on, end_time,
      ${isDecided(sql.ref('r.registrationId'))} as is_decided, ${isMailed} as is_mailed, ${isBounced} as is_bounced, certificate_code is not null as has_certificate, event_name, email,
      first_name, last_name, country, state, zip, company_name ${columns}
    from registrations r join users u using (user_id)
    join event_slots s using (event_slot_id) join events e on e.event_id = r.event_id ${joins}
    where ${condition} and ${chosen.condition} and ${onlyThese}
    order by r.registration_id limit ${mostInBulk + 1}`.execute(db)
  if (rows.length > mostInBulk) throw new Refusal('TOO_MANY_IN_BULK')
  const isProviderComplete = await hasCompleteProvider(db)
  const hands = await findHands(db, action, rows, clock())
  return rows.map((row) => {
    const name = nameOrEmail(row)
    const isOver = hasEnded(row, clock())
    const isAsShown = !shown || (row.findingId !== undefined && shown.has(row.findingId))
    const found = row.found && { ...row.found, isAsShown }
    const complete = { isProfileComplete: isProfileComplete(row), isProviderComplete }
    const hand = hands.get(row.registrationId)
    return { ...row, ...complete, found, hand, name, isSlotKnown, isOver }
  })
}

/** Returns the facts about manual hours, for registrations for which they are unusual or have no days. */
async function findHands(
  db: Db,
  action: BulkAction,
  rows: readonly Row[],
  now: Date,
): Promise<Map<number, BulkFacts['hand']>> {
  if (action.kind !== 'credit' || action.hours === 0) return new Map()
  const { hours } = action
  const facts = await findHandFacts(
    db,
    rows.map(({ registrationId }) => registrationId),
    now,
  )
  return new Map(
    [...facts].map(([registrationId, of]) => {
      const given = creditByHand({ hours, reason: 'any', isConfirmed: true }, of)
      if (given === 'CREDIT_DAYS_NEEDED') return [registrationId, given] as const
      const isMore = typeof given !== 'string' && given.unusual.includes('more-than-taught')
      return [registrationId, isMore ? 'more-than-taught' : undefined] as const
    }),
  )
}

const notFound = { columns: sql``, joins: sql``, condition: sql`cancelled_at is null` }

/** Joins the current findings of a slot's people; they may be registered for its event's other slot, or no longer. */
function foundAt({ eventSlotId }: Extract<BulkAction, { kind: 'credit-found' }>) {
  return {
    columns: sql`, credit_finding_id as finding_id, jsonb_build_object('hours', finding.hours, 'next', next) as found,
      exists (select from credit_waits w where w.event_slot_id = ${eventSlotId} and w.kind = any(${anomalies})) as is_held_up`,
    joins: sql`join credit_counts counted on counted.event_slot_id = ${eventSlotId} and counted.registration_id = r.registration_id
      join credit_findings finding using (credit_finding_id)`,
    condition: sql`true`,
  }
}

type Row = Omit<
  BulkCandidate,
  'name' | 'isProfileComplete' | 'isProviderComplete' | 'isSlotKnown' | 'isOver'
> &
  ProfileColumns &
  Pick<SlotTime, 'endOn' | 'endTime'>

export type ProfileColumns = Record<
  'firstName' | 'lastName' | 'country' | 'state' | 'zip' | 'companyName',
  string
>

function changedBy(bulkJobId: string) {
  return sql`select registration_id from bulk_job_items where bulk_job_id = ${bulkJobId} and outcome = 'done'`
}

async function isSlotOf(db: Db, { eventId, eventSlotId, focusId }: Extract<BulkAction, { kind: 'move' }>) {
  const slot = await findSlot(db, eventSlotId)
  return slot?.eventId === eventId && slot.focusId === focusId
}

/** Returns a bulk job, a sync or a delink. Refuses with JOB_NOT_FOUND. */
export async function getJob(db: Db, jobId: string): Promise<BulkJob> {
  const [job] = await findJobs(db, sql`where j.bulk_job_id = ${jobId}`)
  if (!job) return jobOfSync(await getSync(db, jobId))
  if (job.kind !== 'credit') return job
  const [emails, takenBack] = [await countEmails(db, jobId), await findTakenBackIn(db, job)]
  const unmailed = await countUnmailed(db, sql`r.registration_id in (${changedBy(jobId)})`)
  return { ...job, emails, unmailed, takenBack: takenBack.length }
}

/** Returns the registrations of an undone job of hours, or of its undo, that are still taken back. */
export async function findTakenBackIn(
  db: Db,
  { jobId, kind, state, undoes, undoneBy }: Pick<BulkJob, 'jobId' | 'kind' | 'state' | 'undoes' | 'undoneBy'>,
): Promise<number[]> {
  if (kind !== 'credit' || state !== 'done' || (undoes === null && undoneBy === null)) return []
  const items = await db
    .selectFrom('bulkJobItems')
    .select('registrationId')
    .where('bulkJobId', '=', jobId)
    .where('outcome', '=', 'done')
    .orderBy('place')
    .execute()
  return findTakenBack(
    db,
    items.flatMap(({ registrationId }) => registrationId ?? []),
  )
}

function jobOfSync({ startedAt, startedBy, counts, failures, ...sync }: WebinarSync): BulkJob {
  const { jobId, kind, state, done, total } = sync
  return {
    jobId,
    kind,
    done,
    total,
    askedAt: startedAt,
    askedBy: startedBy,
    state: state === 'stopped' ? 'failed' : state,
    isStopped: false,
    changed: counts.added + counts.matched + counts.removed,
    failures: failures.map(({ name, email, why }) => ({ who: name || email, why })),
    certificates: null,
    emails: null,
    unmailed: null,
    reason: '',
    undoes: null,
    undoneBy: null,
    canUndo: false,
    takenBack: null,
  }
}

/** Returns a bulk job. Refuses with JOB_NOT_FOUND. */
export async function getBulkJob(db: Db, bulkJobId: string): Promise<BulkJob> {
  const [job] = await findJobs(db, sql`where j.bulk_job_id = ${bulkJobId}`)
  if (!job) throw new Refusal('JOB_NOT_FOUND')
  return job
}

const mostShown = 20

export function findNewestJobs(db: Db): Promise<BulkJob[]> {
  return findJobs(db, sql`order by asked_at desc limit ${mostShown}`)
}

/** The progress names this many people who could not be changed; the results name all. */
const mostFailures = 100

async function findJobs(db: Db, which: ReturnType<typeof sql>): Promise<BulkJob[]> {
  const { rows } = await sql<JobRow>`
    with j as materialized (
      select bulk_job_id, kind, total, stopped_at, finished_at, asked_at, asked_by, undoes,
        coalesce(action->>'reason', '') as reason from bulk_jobs j ${which}
    )
    select j.bulk_job_id, kind, reason, total, stopped_at, finished_at, asked_at, undoes,
      (select bulk_job_id from bulk_jobs u where u.undoes = j.bulk_job_id) as undone_by,
      (select trim(first_name || ' ' || last_name) from users where user_id = asked_by) as asked_by,
      done, changed, certified, issued
    from j, lateral (
      select count(outcome) as done, count(*) filter (where outcome = 'done') as changed,
        count(*) filter (where outcome = 'done' and hours > 0) as certified,
        count(*) filter (where outcome = 'done' and hours > 0 and certificate_code is not null) as issued
      from bulk_job_items i left join registrations using (registration_id)
      where i.bulk_job_id = j.bulk_job_id
    ) items
    order by asked_at desc`.execute(db)
  return Promise.all(rows.map(async (row) => jobOf(row, await findFailures(db, row.bulkJobId))))
}

interface JobRow
  extends Omit<
    BulkJob,
    | 'jobId'
    | 'state'
    | 'isStopped'
    | 'failures'
    | 'certificates'
    | 'emails'
    | 'unmailed'
    | 'canUndo'
    | 'takenBack'
  > {
  bulkJobId: string
  stoppedAt: Date | null
  finishedAt: Date | null
  certified: number
  issued: number
}

function jobOf(row: JobRow, failures: BulkJob['failures']): BulkJob {
  const { bulkJobId, stoppedAt, finishedAt, certified, issued, ...job } = row
  const { kind, done, changed, undoes, undoneBy } = job
  const isFinished = finishedAt !== null
  return {
    ...job,
    jobId: bulkJobId,
    state: isFinished ? 'done' : done === 0 ? 'queued' : 'running',
    isStopped: stoppedAt !== null,
    failures,
    certificates: kind === 'credit' ? { issued, total: certified } : null,
    emails: null,
    unmailed: null,
    takenBack: null,
    canUndo: isFinished && changed > 0 && undoneBy === null && isUndoable(kind, undoes),
  }
}

/** Returns true if a job can be undone. Of undo jobs, only those of hours: other undos would be one more move or deletion. */
function isUndoable(kind: BulkJob['kind'], undoes: string | null) {
  return undoes === null ? kind !== 'mail-certificates' : kind === 'credit'
}

async function findFailures(db: Db, bulkJobId: string): Promise<BulkJob['failures']> {
  const failed = sql`outcome not in ('done', 'unchanged')`
  const results = await findResults(db, sql`i.bulk_job_id = ${bulkJobId} and ${failed}`, mostFailures)
  return results.map(({ who, outcome }) => ({ who, why: bulkReason(outcome ?? '') }))
}

/** Returns each outcome. Refuses with JOB_NOT_FOUND. */
export async function getResults(db: Db, bulkJobId: string): Promise<Data<typeof getBulkResults>> {
  await getBulkJob(db, bulkJobId)
  return { results: await findResults(db, sql`i.bulk_job_id = ${bulkJobId}`, mostInBulk) }
}

async function findResults(db: Db, which: ReturnType<typeof sql>, most: number) {
  const { rows } = await sql<Data<typeof getBulkResults>['results'][number]>`
    select i.registration_id, coalesce(${nameOrEmailOf()}, 'Account deleted') as who,
      coalesce(email, '') as email,
      case when outcome = 'done' and status in ('failed', 'given-up') then 'mail-' || status else outcome end as outcome
    from bulk_job_items i
    left join registrations using (registration_id)
    left join users using (user_id)
    left join mails on mails.mail_id = (trace->>'mailId')::bigint
    where ${which} order by place limit ${most}`.execute(db)
  return rows
}
