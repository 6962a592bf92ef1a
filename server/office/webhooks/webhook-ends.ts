import { failingDays } from '#contract/office/webhooks/calls.ts'
import { webhookEventLabel } from '#contract/office/webhooks/events.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import type { Work } from '#server/work.ts'
import { webhookOffMail } from './mails.ts'
import { note, turnOff } from './webhooks.ts'

/** Turns a webhook off whose receiver is gone, or has failed for days, and emails every administrator. */
export async function endWebhook(
  work: Work,
  webhook: { webhookId: number; name: string; failingSince: Date | null },
  reason: 'gone' | 'failing',
  last: { type: string; words: string },
): Promise<void> {
  const { tx, config, clock } = work
  await turnOff(work, webhook.webhookId, reason)
  const words = reason === 'gone' ? 'The receiver answered 410' : `It failed for ${failingDays} days`
  await note(work, 'webhook-turned-off', webhook, { reason: words })
  const administrators = await tx
    .selectFrom('administrators')
    .innerJoin('users', 'users.userId', 'administrators.userId')
    .select('email')
    .where('acceptedAt', 'is not', null)
    .where('administrators.role', '=', 'administrator')
    .execute()
  const content = webhookOffMail(config.publicUrl, {
    ...webhook,
    reason,
    event: webhookEventLabel(last.type),
    problem: last.words,
  })
  await writeMails(
    work,
    administrators.map(({ email }) => ({
      cause: `webhook-off:${webhook.webhookId}:${clock().toISOString()}:${email}`,
      to: email,
      content,
    })),
  )
}
