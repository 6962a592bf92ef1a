import { paths } from '#contract/core/paths.ts'
import { deliveryDays, failingDays } from '#contract/office/webhooks/calls.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

/** To every administrator, about a webhook that was turned off. */
export function webhookOffMail(
  publicUrl: string,
  {
    webhookId,
    name,
    reason,
    event,
    problem,
  }: { webhookId: number; name: string; reason: 'gone' | 'failing'; event: string; problem: string },
): MailContent {
  const why =
    reason === 'gone'
      ? 'Its receiver answered that it is gone (410).'
      : `Its receiver has not accepted an event for ${failingDays} days.`
  return {
    subject: `The webhook ${name} was turned off`,
    paragraphs: [
      `${why} The portal does not send it events anymore.`,
      `Check the receiver, turn the webhook on again, and send again what is missing. The log has it for ${deliveryDays} days.`,
    ],
    facts: [
      ['Webhook', name],
      ['Last event', event],
      ['Last problem', problem],
    ],
    action: { label: 'Open the webhook', url: publicUrl + paths.webhooks({ webhookId }) },
  }
}
