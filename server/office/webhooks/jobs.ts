import { Webhook } from 'standardwebhooks'
import type { ResolveName } from '#server/core/guarded-post.ts'
import { guardedPost, resolveName } from '#server/core/guarded-post.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { messageIdOf } from './queries.ts'
import type { Round, Tried } from './webhook-rounds.ts'
import { dropLease, giveLeaseBack, prepareRound, settleRound, takeLease } from './webhook-rounds.ts'

/** The time limit of an answer. It is below the lease. */
const timeoutMs = 15_000

/** A run ends after this long, so that other jobs get its place. */
const longestRunMs = 30_000

/**
 * Delivers what is due for one webhook, in rounds, until nothing is left or the receiver fails. No transaction is
 * open while it waits for the receiver. At most one run of all processes has a webhook's lease; the others end.
 */
export async function deliverWebhook(
  services: Services,
  { webhookId }: Jobs['deliver-webhook'],
): Promise<void> {
  const lease = await write(services, undefined, (work) => takeLease(work, webhookId))
  if (lease === undefined) return
  try {
    await deliverRounds(services, webhookId, lease)
  } catch (problem) {
    await write(services, undefined, (work) => dropLease(work, webhookId, lease))
    throw problem
  }
  await write(services, undefined, (work) => giveLeaseBack(work, webhookId, lease))
}

async function deliverRounds(services: Services, webhookId: number, lease: string): Promise<void> {
  const endAt = performance.now() + longestRunMs
  while (performance.now() < endAt) {
    const round = await write(services, undefined, (work) => prepareRound(work, webhookId, lease))
    for (const { deliveryId, problem } of round?.problems ?? [])
      services.log.error({ deliveryId, err: problem }, 'a webhook delivery could not be written')
    if (!round || round.deliveries.length === 0) return
    // One lookup for all: a slow DNS must not hold up the lookups of other webhooks.
    let found: ReturnType<ResolveName> | undefined
    const resolve: ResolveName = (name) => (found ??= resolveName(name))
    const tried = await Promise.all(
      round.deliveries.map((delivery) => tryOne(services, round, delivery, resolve)),
    )
    if (!(await write(services, undefined, (work) => settleRound(work, round, tried)))) return
  }
}

async function tryOne(
  { clock, config }: Services,
  { url, secrets }: Round,
  { deliveryId, messageId, body }: Round['deliveries'][number],
  resolve: ResolveName,
): Promise<Tried> {
  const triedAt = clock()
  const start = performance.now()
  const id = messageIdOf({ messageId })
  const signature = secrets.map((secret) => new Webhook(secret).sign(id, triedAt, body)).join(' ')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'IA-renewal-portal',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(triedAt.getTime() / 1000)),
    'webhook-signature': signature,
  }
  const { mayBePrivate } = config.webhooks
  const answered = await guardedPost({ url, headers, body, timeoutMs, mayBePrivate, resolve }).then(
    ({ status, text }) => ({ status, answer: text, problem: problemOf(status) }),
    (problem: Error) => ({ status: null, answer: '', problem: problem.message }),
  )
  const milliseconds = Math.round(performance.now() - start)
  return { deliveryId, triedAt, milliseconds, signature, ...answered }
}

function problemOf(status: number): string {
  if (status >= 200 && status < 300) return ''
  if (status >= 300 && status < 400) return `Status ${status}: redirects are not followed`
  return `Status ${status}`
}
