import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { sendWebhookAgain as sendAgainCall } from '#contract/office/webhooks/calls.ts'
import { deliveryDays, mostSentAgain } from '#contract/office/webhooks/calls.ts'
import { testEvent } from '#contract/office/webhooks/events.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Merge } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { lockWebhook, note } from './webhooks.ts'

const dayMs = 86_400_000

/** Writes a test event and the job that sends it. Refuses with WEBHOOK_NOT_FOUND or WEBHOOK_OFF. */
export async function testWebhook(work: Work, webhookId: number): Promise<void> {
  await lockOn(work, webhookId)
  await work.tx
    .insertInto('webhookDeliveries')
    .values({ webhookId, type: testEvent, happenedAt: work.clock() })
    .execute()
  await wake(work, webhookId)
}

/**
 * Makes deliveries wait again, with their ids and in their order. Their bodies are written again, by what the
 * webhook may read now. Refuses with WEBHOOK_NOT_FOUND, WEBHOOK_OFF, or
 * DELIVERY_NOT_FOUND if none was found.
 */
export async function sendWebhookAgain(
  work: Work,
  { webhookId, deliveryIds, from, until, onlyFailed, after = 0 }: Input<typeof sendAgainCall>['body'],
): Promise<Data<typeof sendAgainCall>> {
  const webhook = await lockOn(work, webhookId)
  const found = await work.tx
    .selectFrom('webhookDeliveries')
    .select('deliveryId')
    .where('webhookId', '=', webhookId)
    .where('state', '<>', 'waiting')
    .$if(deliveryIds !== undefined, (all) =>
      all.where('deliveryId', '=', sql<number>`any(${deliveryIds}::bigint[])`),
    )
    .$if(deliveryIds === undefined, (all) =>
      all
        .where('happenedAt', '>=', from ?? new Date(0))
        .where('happenedAt', '<=', until ?? work.clock())
        .where('deliveryId', '>', after)
        .$if(onlyFailed === true, (some) => some.where('state', '=', 'failed')),
    )
    .orderBy('deliveryId')
    .limit(mostSentAgain + 1)
    .forNoKeyUpdate()
    .execute()
  if (found.length === 0) throw new Refusal('DELIVERY_NOT_FOUND')
  const ids = found.slice(0, mostSentAgain).map(({ deliveryId }) => deliveryId)
  await work.tx
    .updateTable('webhookDeliveries')
    .set({ state: 'waiting', attempts: 0, firstTriedAt: null, dueAt: null, body: null })
    .where('deliveryId', 'in', ids)
    .execute()
  await note(work, 'webhook-sent-again', webhook, {
    reason: `${ids.length} ${ids.length === 1 ? 'event' : 'events'}`,
  })
  await wake(work, webhookId)
  return { sent: ids.length, last: ids.at(-1) ?? after, hasMore: found.length > mostSentAgain }
}

/**
 * Deletes deliveries after `deliveryDays`, those of deleted webhooks, and old secrets that no longer sign.
 */
export async function expireDeliveries({ tx, clock }: Work): Promise<void> {
  const before = new Date(clock().getTime() - deliveryDays * dayMs)
  await tx.deleteFrom('webhookDeliveries').where('happenedAt', '<', before).execute()
  await tx
    .deleteFrom('webhookDeliveries')
    .where('webhookId', 'not in', (all) => all.selectFrom('webhooks').select('webhookId'))
    .execute()
  await tx
    .updateTable('webhooks')
    .set({ oldSecret: null, oldSecretUntil: null })
    .where('oldSecretUntil', '<', clock())
    .execute()
}

/** Evicts a person's data from the log: what was sent, and the answers, which may repeat it. */
export async function evictDeliveries({ tx }: Work, { userId }: { userId: string }): Promise<undefined> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ body: null, isEvicted: true })
    .where('userId', '=', userId)
    .execute()
  await tx
    .updateTable('webhookAttempts')
    .set({ answer: '' })
    .where('deliveryId', 'in', (own) =>
      own.selectFrom('webhookDeliveries').select('deliveryId').where('userId', '=', userId),
    )
    .execute()
}

/** Hands over the deliveries about a merged account to the surviving account. */
export async function handOverDeliveries({ tx }: Work, { from, to }: Merge): Promise<void> {
  await tx.updateTable('webhookDeliveries').set({ userId: to }).where('userId', '=', from).execute()
}

async function lockOn(work: Work, webhookId: number) {
  const webhook = await lockWebhook(work, webhookId)
  if (!webhook.isOn) throw new Refusal('WEBHOOK_OFF')
  return webhook
}

/** Ends a webhook's rest and adds the job that delivers: an administrator waits for it. */
async function wake({ tx, addJobs }: Work, webhookId: number): Promise<void> {
  await tx.updateTable('webhooks').set({ restsUntil: null }).where('webhookId', '=', webhookId).execute()
  await addJobs('deliver-webhook', [{ webhookId }], { isUrgent: true })
}
