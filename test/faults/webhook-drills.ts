import { setTimeout as delay } from 'node:timers/promises'
import type { WebhookReceiver } from '../webhook-receiver.ts'
import { startWebhookReceiver } from '../webhook-receiver.ts'
import type { Outcome } from './burst.ts'
import type { Portal } from './drills.ts'
import { drill, startAgain } from './drills.ts'
import type { House } from './house.ts'
import { kill } from './house.ts'

const registrations = 2000
const kills = 4

/** Counts events that receivers lack in the end as stranded, and those out of order as doubled. */
export const webhookDrills: Record<string, () => Promise<Outcome>> = {
  'a webhook whose receiver never answers, beside one that does, and kill -9': async () => {
    const [silent, other] = [await startWebhookReceiver(), await startWebhookReceiver()]
    silent.answer('silence')
    const close = async () => {
      await silent.close()
      await other.close()
    }
    return drill(
      async ({ house, portals, burst, changeSlot }) => {
        await addWebhooks(house, [silent.url, other.url])
        const running = await burst(registrations)
        for (let round = 0; round < kills; round++) {
          await delay(300 + Math.random() * 500)
          await kill((portals[round % 2] as Portal).process)
          await startAgain(portals[round % 2] as Portal)
        }
        await running.done
        await changeSlot(running)
        const start = performance.now()
        await untilDelivered(house, other, 2 * registrations)
        const recoveryMs = performance.now() - start
        const before = silent.requests.length
        silent.answer(204)
        silent.settle(204)
        await untilDelivered(house, silent, 2 * registrations)
        const results = [silent, other].map(checked)
        const sum = (of: 'missing' | 'disordered') => results.reduce((all, each) => all + each[of], 0)
        if (sum('disordered') > 0)
          throw new Error(`${sum('disordered')} registrations got events out of order`)
        const note = `the silent one was tried ${before} times`
        return { rounds: kills, recoveryMs, stranded: sum('missing'), note }
      },
      { environment: { WEBHOOKS_TO_PRIVATE_NETWORKS: 'on' }, close },
    )
  },
}

async function addWebhooks({ query }: House, urls: string[]): Promise<void> {
  await query(
    `insert into webhooks (name, kind, url, events, permissions, secret, added_at)
     select url, 'standard', url, '{registration.created,registration.moved}', '{registrations:read}',
       'whsec_' || encode(sha256(url::bytea), 'base64'), now() from unnest($1::text[]) url`,
    [urls],
  )
}

/** Waits until nothing waits for a receiver. Retries are due at once: the drill is about loss. */
async function untilDelivered({ query }: House, { url }: WebhookReceiver, atLeast: number): Promise<void> {
  for (;;) {
    const [row] = await query<{ waiting: number; delivered: number }>(
      `select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'delivered')::int as delivered
       from webhook_deliveries join webhooks using (webhook_id) where url = $1`,
      [url],
    )
    if (row && row.waiting === 0 && row.delivered >= atLeast) return
    await query('update webhooks set rests_until = null where url = $1 and rests_until is not null', [url])
    await query("update webhook_deliveries set due_at = null where state = 'waiting' and due_at is not null")
    await query(
      `insert into pgboss.job (name, data, policy) select 'deliver-webhook', jsonb_build_object('webhookId', webhook_id), 'standard'
       from webhooks where url = $1 and not exists (
         select from pgboss.job where name = 'deliver-webhook' and state in ('created', 'active')
           and start_after <= now() and data->>'webhookId' = webhook_id::text)`,
      [url],
    )
    await delay(1000)
  }
}

/** Returns how many registrations lack an event, and how many got their move before they were created. */
function checked({ requests }: WebhookReceiver): { missing: number; disordered: number } {
  const types = new Map<number, string[]>()
  for (const { event } of requests) {
    const { registration_id: id } = event.data.registration as unknown as { registration_id: number }
    types.set(id, [...(types.get(id) ?? []), event.type])
  }
  const each = [...types.values()]
  const complete = each.filter((one) => new Set(one).size === 2)
  const isDisordered = (one: string[]) =>
    one.lastIndexOf('registration.created') > one.indexOf('registration.moved')
  return { missing: registrations - complete.length, disordered: complete.filter(isDisordered).length }
}
