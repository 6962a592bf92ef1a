import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Activity } from '#contract/foundation/activities/calls.ts'
import type { ChangedWebhook, NewWebhook, Webhook } from '#contract/office/webhooks/calls.ts'
import { mostWebhooks, oldSecretDays } from '#contract/office/webhooks/calls.ts'
import { isPublic } from '#server/core/guarded-post.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { stateOf, webhookColumns } from './queries.ts'

const dayMs = 86_400_000

// Locks in one order: the webhook, people, its deliveries, their attempts. So do deliveries.

/** Locks a webhook. Refuses with WEBHOOK_NOT_FOUND. */
export async function lockWebhook({ tx }: Work, webhookId: number) {
  const webhook = await tx
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('webhookId', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!webhook) throw new Refusal('WEBHOOK_NOT_FOUND')
  return webhook
}

/**
 * Adds a webhook and returns its secret once. Refuses with WEBHOOKS_TOO_MANY, and an address that is not
 * allowed.
 */
export async function addWebhook(
  work: Work,
  given: NewWebhook,
): Promise<{ webhookId: number; secret: string }> {
  refuseAddress(work, given.url)
  // Concurrent calls wait, so that none passes the limit.
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(work.tx)
  const { many } = await work.tx
    .selectFrom('webhooks')
    .select((webhooks) => webhooks.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  if (many >= mostWebhooks) throw new Refusal('WEBHOOKS_TOO_MANY')
  const secret = newWebhookSecret()
  const { webhookId } = await work.tx
    .insertInto('webhooks')
    .values({ ...given, secret, addedAt: work.clock() })
    .returning('webhookId')
    .executeTakeFirstOrThrow()
  await note(work, 'webhook-added', given)
  return { webhookId, secret }
}

/**
 * Changes a webhook. Its waiting deliveries are tried immediately, with the data that it may read now.
 * Refuses with WEBHOOK_NOT_FOUND, with CHANGED_MEANWHILE if `state` is older, and an address that is not
 * allowed.
 */
export async function changeWebhook(
  work: Work,
  { webhookId, state, ...given }: ChangedWebhook,
): Promise<void> {
  const before = await lockWebhook(work, webhookId)
  if (state !== undefined && state !== stateOf(before)) throw new Refusal('CHANGED_MEANWHILE')
  if (given.url !== before.url) refuseAddress(work, given.url)
  await work.tx
    .updateTable('webhooks')
    .set({ ...given, restsUntil: null })
    .where('webhookId', '=', webhookId)
    .execute()
  if (decidesBodies(before) !== decidesBodies(given)) await unwriteBodies(work, webhookId)
  const words = (list: readonly string[]) => list.join(', ')
  const changes = Object.fromEntries(
    [
      ['webhookName', before.name, given.name],
      ['webhookEvents', words(before.events), words(given.events)],
      ['webhookPermissions', words(before.permissions), words(given.permissions)],
      // The address may be a secret, and others read the history.
      ['webhookAddress', hostOf(before.url), hostOf(given.url)],
      ['webhookTemplate', before.template, given.template],
    ]
      .filter(([, from, to]) => from !== to)
      .map(([field, from, to]) => [field, [from, to] as [unknown, unknown]]),
  )
  await note(work, 'webhook-changed', given, { changes })
  await work.addJobs('deliver-webhook', [{ webhookId }])
}

/** Returns what a body may contain and who gets it, as text. */
function decidesBodies({ url, template, permissions }: Pick<Webhook, 'url' | 'template' | 'permissions'>) {
  return JSON.stringify([url, template, permissions])
}

/** Deletes the bodies that were not delivered, so that the next try writes them as the webhook is now. */
async function unwriteBodies({ tx }: Work, webhookId: number): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ body: null })
    .where('webhookId', '=', webhookId)
    .where('state', '<>', 'delivered')
    .where('body', 'is not', null)
    .execute()
}

/** Turns a webhook on or off. Refuses with WEBHOOK_NOT_FOUND. */
export async function switchWebhook(
  work: Work,
  { webhookId, isOn }: { webhookId: number; isOn: boolean },
): Promise<void> {
  const webhook = await lockWebhook(work, webhookId)
  if (webhook.isOn === isOn) return
  if (!isOn) {
    await turnOff(work, webhookId, 'by-hand')
  } else {
    const works = { isOn: true, offReason: null, failingSince: null, failedRounds: 0, restsUntil: null }
    await work.tx.updateTable('webhooks').set(works).where('webhookId', '=', webhookId).execute()
  }
  await note(work, isOn ? 'webhook-turned-on' : 'webhook-turned-off', webhook)
}

/** Turns a locked webhook off. What waited counts as failed, and can be sent again. Writes no activity. */
export async function turnOff(
  { tx }: Work,
  webhookId: number,
  offReason: 'by-hand' | 'gone' | 'failing',
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ isOn: false, offReason })
    .where('webhookId', '=', webhookId)
    .execute()
  await tx
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', dueAt: null })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes a webhook with its log. Refuses with WEBHOOK_NOT_FOUND. */
export async function deleteWebhook(work: Work, webhookId: number): Promise<void> {
  const webhook = await lockWebhook(work, webhookId)
  await work.tx.deleteFrom('webhooks').where('webhookId', '=', webhookId).execute()
  await work.tx.deleteFrom('webhookDeliveries').where('webhookId', '=', webhookId).execute()
  await note(work, 'webhook-deleted', webhook)
}

/**
 * Gives a webhook a new secret and returns it once. The old one also signs for `oldSecretDays`. Refuses with
 * WEBHOOK_NOT_FOUND.
 */
export async function changeWebhookSecret(work: Work, webhookId: number): Promise<{ secret: string }> {
  const webhook = await lockWebhook(work, webhookId)
  const secret = newWebhookSecret()
  const oldSecretUntil = new Date(work.clock().getTime() + oldSecretDays * dayMs)
  await work.tx
    .updateTable('webhooks')
    .set((row) => ({ secret, oldSecret: row.ref('webhooks.secret'), oldSecretUntil }))
    .where('webhookId', '=', webhookId)
    .execute()
  await note(work, 'webhook-secret-changed', webhook)
  return { secret }
}

/** Ends a webhook's old secret, if it has one. Refuses with WEBHOOK_NOT_FOUND. */
export async function endOldWebhookSecret(work: Work, webhookId: number): Promise<void> {
  const webhook = await lockWebhook(work, webhookId)
  if (!webhook.oldSecretUntil) return
  await work.tx
    .updateTable('webhooks')
    .set({ oldSecret: null, oldSecretUntil: null })
    .where('webhookId', '=', webhookId)
    .execute()
  await note(work, 'webhook-old-secret-ended', webhook)
}

/** Returns a secret by the Standard Webhooks specification. */
function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Refuses plain http, and an address of a private network, unless a setting allows them. A name is checked at each request. */
function refuseAddress({ config }: Work, url: string): void {
  if (config.webhooks.mayBePrivate) return
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (protocol !== 'https:') refuseFields({ url: 'Has to start with https://' })
  if ((isIP(host) && !isPublic(host)) || /(^|\.)localhost\.?$/i.test(host)) {
    refuseFields({ url: 'Has to be an address on the internet, not of a private network' })
  }
}

function hostOf(url: string): string {
  return new URL(url).host
}

/** Writes an activity about a webhook, by its name. */
export function note(
  work: Work,
  activity: Activity,
  { name }: { name: string },
  details: { changes?: Record<string, [unknown, unknown]>; reason?: string } = {},
): Promise<void> {
  return happened(work, [{ activity, details: { item: name, ...details } }])
}
