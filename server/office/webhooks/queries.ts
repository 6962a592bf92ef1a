import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { getWebhookDeliveries, getWebhookDelivery, Webhook } from '#contract/office/webhooks/calls.ts'
import { deliveriesAtOnce } from '#contract/office/webhooks/calls.ts'
import { webhookEventLabel } from '#contract/office/webhooks/events.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

export const webhookColumns = [
  'webhookId',
  'name',
  'kind',
  'url',
  'template',
  'events',
  'permissions',
  'addedAt',
  'isOn',
  'offReason',
  'failingSince',
  'oldSecretUntil',
] as const

/** Returns the hash of what a change of a webhook can change. */
export function stateOf({
  name,
  url,
  template,
  events,
  permissions,
}: Pick<Webhook, 'name' | 'url' | 'template' | 'events' | 'permissions'>): string {
  return hash('sha256', JSON.stringify([name, url, template, events, permissions]))
}

/** Returns the id of a delivery for its receiver, by the Standard Webhooks specification. */
export function messageIdOf({ messageId }: { messageId: string }): string {
  return `msg_${messageId.replaceAll('-', '')}`
}

/** Returns all webhooks, by name. */
export async function listWebhooks(db: Db, now: Date): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .select([
      sql<number>`(select count(*) from webhook_deliveries delivery
        where delivery.webhook_id = webhooks.webhook_id and state = 'waiting')`.as('waiting'),
      sql<Date | null>`(select max(tried_at) from webhook_attempts join webhook_deliveries delivery using (delivery_id)
        where delivery.webhook_id = webhooks.webhook_id and status between 200 and 299)`.as(
        'lastDeliveredAt',
      ),
    ])
    .orderBy('name')
    .orderBy('webhookId')
    .execute()
  return rows.map(({ oldSecretUntil, ...row }) => ({
    ...row,
    state: stateOf(row),
    oldSecretUntil: oldSecretUntil && oldSecretUntil > now ? oldSecretUntil : null,
  }))
}

/** Returns a page of a webhook's log, newest first. */
export async function findDeliveries(
  db: Db,
  { webhookId, state, before }: Input<typeof getWebhookDeliveries>['query'],
): Promise<Data<typeof getWebhookDeliveries>> {
  const rows = await db
    .selectFrom('webhookDeliveries as delivery')
    .leftJoin('users', 'users.userId', 'delivery.userId')
    .leftJoinLateral(
      (attempts) =>
        attempts
          .selectFrom('webhookAttempts')
          .select(['status', 'problem'])
          .whereRef('webhookAttempts.deliveryId', '=', 'delivery.deliveryId')
          .orderBy('attemptId', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['delivery.deliveryId', 'type', 'happenedAt', 'delivery.state', 'attempts', 'dueAt'])
    .select(['status', sql<string>`coalesce(newest.problem, '')`.as('problem')])
    .select(sql<string>`coalesce(${nameOrEmailOf()}, '')`.as('person'))
    .where('webhookId', '=', webhookId)
    .$if(state !== undefined, (found) => found.where('delivery.state', '=', state as 'waiting'))
    .$if(before !== undefined, (found) => found.where('delivery.deliveryId', '<', Number(before)))
    .orderBy('delivery.deliveryId', 'desc')
    .limit(deliveriesAtOnce + 1)
    .execute()
  return { deliveries: rows.slice(0, deliveriesAtOnce), hasMore: rows.length > deliveriesAtOnce }
}

/** Returns a delivery's request with the answers to its tries, newest first. Refuses with DELIVERY_NOT_FOUND. */
export async function getDelivery(db: Db, deliveryId: number): Promise<Data<typeof getWebhookDelivery>> {
  const delivery = await db
    .selectFrom('webhookDeliveries')
    .select(['messageId', 'body'])
    .where('deliveryId', '=', deliveryId)
    .executeTakeFirst()
  if (!delivery) throw new Refusal('DELIVERY_NOT_FOUND')
  const attempts = await db
    .selectFrom('webhookAttempts')
    .select(['triedAt', 'milliseconds', 'status', 'problem', 'answer', 'signature'])
    .where('deliveryId', '=', deliveryId)
    .orderBy('attemptId', 'desc')
    .execute()
  return { messageId: messageIdOf(delivery), body: delivery.body, attempts }
}

/** Returns what was sent about a person to which receiver, newest first. */
export async function findDeliveriesOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.webhookId', 'webhookDeliveries.webhookId')
    .select(['name as receiver', 'type', 'happenedAt', 'state'])
    .where('userId', '=', userId)
    .orderBy('deliveryId', 'desc')
    .execute()
  return rows.map(({ type, ...row }) => ({ ...row, event: webhookEventLabel(type) }))
}
