import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { gauge } from '#server/core/http/metrics.ts'
import type { Db, Services } from '#server/services.ts'

/** Measures what waits for each webhook. One that is off gets nothing, so it is left out. */
export function measureWebhooks(register: Registry, { db }: Pick<Services, 'db'>): void {
  const figures = (of: (webhook: Waiting) => number) => async () =>
    (await findWaiting(db)).map((webhook): [string, number] => [String(webhook.webhookId), of(webhook)])
  gauge(
    register,
    'webhook_deliveries_waiting',
    'Deliveries that wait, by webhook',
    'webhook',
    figures(({ waiting }) => waiting),
  )
  gauge(
    register,
    'webhook_deliveries_oldest_seconds',
    'Age of the oldest of them, by webhook',
    'webhook',
    figures(({ seconds }) => seconds),
  )
}

interface Waiting {
  webhookId: number
  waiting: number
  seconds: number
}

async function findWaiting(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select webhooks.webhook_id, count(delivery_id)::int as waiting,
      coalesce(extract(epoch from now() - min(happened_at)), 0)::float as seconds
    from webhooks left join webhook_deliveries on state = 'waiting' and webhook_deliveries.webhook_id = webhooks.webhook_id
    where is_on group by webhooks.webhook_id order by webhooks.webhook_id`.execute(db)
  return rows
}
