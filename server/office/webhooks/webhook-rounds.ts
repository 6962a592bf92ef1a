import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { failingDays } from '#contract/office/webhooks/calls.ts'
import { hour, minute } from '#server/noun.ts'
import type { Work } from '#server/work.ts'
import { endWebhook } from './webhook-ends.ts'
import { writeBodies } from './webhook-payloads.ts'

/** The seconds before each retry of a delivery, by the Standard Webhooks specification: ten tries over three days. */
const retrySeconds = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** The seconds for which a webhook rests after rounds in which every delivery failed. */
const restSeconds = [5, 30, 2 * minute, 5 * minute]

/** A round's deliveries are sent at the same time, each of another lane. */
const mostInRound = 16

/** A run that dies holds its webhook for this long. */
const leaseSeconds = 60

const dayMs = 86_400_000

/** True for a delivery that none of its lane precedes. */
const isFirstInLane = sql<boolean>`(lane = '' or not exists (select from webhook_deliveries earlier
  where earlier.webhook_id = delivery.webhook_id and earlier.state = 'waiting' and earlier.lane = delivery.lane
    and earlier.delivery_id < delivery.delivery_id))`

export interface Round {
  webhookId: number
  lease: string
  url: string
  secrets: string[]
  deliveries: { deliveryId: number; messageId: string; body: string }[]
  /** Deliveries that failed, because their bodies could not be written. */
  problems: { deliveryId: number; problem: Error }[]
}

/** The result of a try. */
export interface Tried {
  deliveryId: number
  triedAt: Date
  milliseconds: number
  /** null: no answer; `problem` says why. */
  status: number | null
  problem: string
  answer: string
  signature: string
}

/** Takes the lease of a webhook. Returns undefined if another run has it, or if the webhook rests or is off. */
export async function takeLease({ tx, clock }: Work, webhookId: number): Promise<string | undefined> {
  const now = clock()
  const lease = randomUUID()
  const taken = await tx
    .updateTable('webhooks')
    .set({ lease, leasedUntil: leaseEnd(now) })
    .where('webhookId', '=', webhookId)
    .where('isOn', '=', true)
    .where(sql<boolean>`coalesce(leased_until, '-infinity') <= ${now}`)
    .where(sql<boolean>`coalesce(rests_until, '-infinity') <= ${now}`)
    .returning('webhookId')
    .executeTakeFirst()
  return taken && lease
}

/**
 * Returns the next deliveries with their bodies: the first one that waits in each lane. After a failure, one
 * delivery tries the receiver: a new one, because the receiver may reject only the others. Returns undefined if
 * the lease is lost.
 */
export async function prepareRound(work: Work, webhookId: number, lease: string): Promise<Round | undefined> {
  const { tx, clock } = work
  const webhook = await lockLeased(work, webhookId, lease)
  if (!webhook) return undefined
  const isFailing = webhook.failedRounds > 0
  const { rows } = await sql<Parameters<typeof writeBodies>[2][number] & { body: string | null }>`
    select delivery_id, message_id, activity_id, type, registration_id, user_id, happened_at, body
    from webhook_deliveries delivery
    where webhook_id = ${webhookId} and state = 'waiting' and coalesce(due_at, '-infinity') <= ${clock()}
      and ${isFirstInLane}
    order by ${isFailing ? sql`attempts > 0,` : sql``} delivery_id limit ${isFailing ? 1 : mostInRound}`.execute(
    tx,
  )
  const unwritten = rows.filter(({ body }) => body === null)
  const written =
    unwritten.length === 0 ? new Map<number, undefined>() : await writeBodies(work, webhook, unwritten)
  const problems: Round['problems'] = []
  for (const { deliveryId } of unwritten) {
    const body = written.get(deliveryId)
    if (body === undefined) await dropDelivery(work, { deliveryId })
    else if (body instanceof Error) {
      problems.push({ deliveryId, problem: body })
      await failUnwritten(work, deliveryId)
    } else
      await tx.updateTable('webhookDeliveries').set({ body }).where('deliveryId', '=', deliveryId).execute()
  }
  const isOldValid = webhook.oldSecretUntil && webhook.oldSecretUntil > clock()
  return {
    webhookId,
    lease,
    url: webhook.url,
    secrets: [webhook.secret, ...(isOldValid && webhook.oldSecret ? [webhook.oldSecret] : [])],
    deliveries: rows.flatMap(({ deliveryId, messageId, body }) => {
      const sent = body ?? written.get(deliveryId)
      return typeof sent === 'string' ? [{ deliveryId, messageId, body: sent }] : []
    }),
    problems,
  }
}

/**
 * Stores the results of a round and renews the lease. Failed deliveries wait for their next try, for three days, and so
 * does all that follows in their lanes. A webhook in which a whole round fails rests. Returns true if the run may go on.
 */
export async function settleRound(work: Work, { webhookId, lease }: Round, tried: Tried[]): Promise<boolean> {
  const { tx, clock } = work
  const now = clock()
  const webhook = await lockLeased(work, webhookId, lease)
  if (!webhook) return false
  const byId = new Map(tried.map((each) => [each.deliveryId, each]))
  const locked = await tx
    .selectFrom('webhookDeliveries')
    .select(['deliveryId', 'attempts', 'firstTriedAt', 'isEvicted', 'type'])
    .where('deliveryId', 'in', [...byId.keys()])
    .orderBy('deliveryId')
    .forNoKeyUpdate()
    .execute()
  let last: { type: string; words: string } | undefined
  let hasSuccess = false
  let isGone = false
  for (const { deliveryId, attempts, firstTriedAt, isEvicted, type } of locked) {
    const each = byId.get(deliveryId) as Tried
    await tx
      .insertInto('webhookAttempts')
      // An answer may repeat the request.
      .values({ ...each, answer: isEvicted ? '' : each.answer })
      .execute()
    const isDelivered = each.status !== null && each.status >= 200 && each.status < 300
    const since = firstTriedAt ?? each.triedAt
    const seconds = retrySeconds[attempts] ?? retrySeconds.at(-1) ?? 0
    const state = isDelivered ? 'delivered' : isThreeDaysAgo(since, now) ? 'failed' : 'waiting'
    const dueAt = state === 'waiting' ? new Date(now.getTime() + seconds * 1000) : null
    await tx
      .updateTable('webhookDeliveries')
      .set({ state, attempts: attempts + 1, firstTriedAt: since, dueAt })
      .where('deliveryId', '=', deliveryId)
      .execute()
    hasSuccess ||= isDelivered
    if (isDelivered) continue
    last = { type, words: each.problem || `Status ${each.status}` }
    isGone ||= each.status === 410
  }
  const failing = hasSuccess ? null : (webhook.failingSince ?? now)
  const isOver = failing !== null && isThreeDaysAgo(failing, now)
  // With nothing left to try, it is not known to fail: the next failure may be weeks away.
  const failingSince = failing && (await hasWaiting(work, webhookId)) ? failing : null
  const failedRounds = hasSuccess || locked.length === 0 ? 0 : webhook.failedRounds + 1
  const rest = restSeconds[Math.min(failedRounds, restSeconds.length) - 1]
  const restsUntil = rest === undefined ? null : new Date(now.getTime() + rest * 1000)
  await tx
    .updateTable('webhooks')
    .set({ failingSince, failedRounds, restsUntil, leasedUntil: leaseEnd(now) })
    .where('webhookId', '=', webhookId)
    .execute()
  if (last && (isGone || isOver)) {
    await endWebhook(work, webhook, isGone ? 'gone' : 'failing', last)
    return false
  }
  return restsUntil === null
}

/** Gives back the lease of a run that failed. The sweep adds its job again. */
export async function dropLease({ tx }: Work, webhookId: number, lease: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ lease: null, leasedUntil: null })
    .where('webhookId', '=', webhookId)
    .where('lease', '=', lease)
    .execute()
}

/** Gives the lease back. Adds the job for what is due, now or later: another run may have found the lease taken. */
export async function giveLeaseBack(work: Work, webhookId: number, lease: string): Promise<void> {
  const { tx, clock, addJobs } = work
  const webhook = await tx
    .updateTable('webhooks')
    .set({ lease: null, leasedUntil: null })
    .where('webhookId', '=', webhookId)
    .where('lease', '=', lease)
    .returning(['isOn', 'restsUntil'])
    .executeTakeFirst()
  if (!webhook?.isOn) return
  const next = await tx
    .selectFrom('webhookDeliveries as delivery')
    .select(sql<Date | null>`min(coalesce(due_at, happened_at))`.as('dueAt'))
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .where(isFirstInLane)
    .executeTakeFirst()
  if (!next?.dueAt) return
  const dueMs = Math.max(next.dueAt.getTime(), webhook.restsUntil?.getTime() ?? 0) - clock().getTime()
  await addJobs('deliver-webhook', [{ webhookId }], { afterSeconds: Math.max(0, Math.ceil(dueMs / 1000)) })
}

/** Adds jobs for the webhooks with deliveries that are due, in case one was lost. */
export async function sweepWebhooks({ tx, clock, addJobs }: Work): Promise<void> {
  const now = clock()
  const due = await tx
    .selectFrom('webhooks')
    .select('webhookId')
    .where('isOn', '=', true)
    .where(sql<boolean>`coalesce(leased_until, '-infinity') <= ${now}`)
    .where(sql<boolean>`coalesce(rests_until, '-infinity') <= ${now}`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhookDeliveries')
          .select('deliveryId')
          .whereRef('webhookDeliveries.webhookId', '=', 'webhooks.webhookId')
          .where('state', '=', 'waiting')
          .where(sql<boolean>`coalesce(due_at, '-infinity') <= ${now}`),
      ),
    )
    .execute()
  await addJobs('deliver-webhook', due)
}

async function lockLeased({ tx }: Work, webhookId: number, lease: string) {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .where('lease', '=', lease)
    .where('isOn', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function hasWaiting({ tx }: Work, webhookId: number): Promise<boolean> {
  const waiting = await tx
    .selectFrom('webhookDeliveries')
    .select('deliveryId')
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Fails a delivery whose body could not be written. The log says so. */
async function failUnwritten({ tx, clock }: Work, deliveryId: number): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set((row) => ({ state: 'failed', dueAt: null, attempts: sql`${row.ref('attempts')} + 1` }))
    .where('deliveryId', '=', deliveryId)
    .execute()
  const problem = 'The portal could not write this event'
  await tx
    .insertInto('webhookAttempts')
    .values({ deliveryId, triedAt: clock(), milliseconds: 0, problem, signature: '' })
    .execute()
}

async function dropDelivery({ tx }: Work, { deliveryId }: { deliveryId: number }): Promise<void> {
  await tx.deleteFrom('webhookDeliveries').where('deliveryId', '=', deliveryId).execute()
}

function isThreeDaysAgo(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() >= failingDays * dayMs
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * 1000)
}
