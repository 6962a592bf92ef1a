import type { DeliveryState, Webhook, WebhookKind } from '#contract/office/webhooks/calls.ts'
import type { WebhookPermission } from '#contract/office/webhooks/events.ts'
import { webhookEventLabel, webhookEventTypes, webhookPermissions } from '#contract/office/webhooks/events.ts'
import { shownCount } from '#web/core/texts/counts.ts'

export const webhookKindLabels: Record<WebhookKind, string> = {
  standard: 'Standard Webhooks (JSON)',
  slack: 'Slack',
  teams: 'Microsoft Teams',
}

export const permissionLabels: Record<WebhookPermission, string> = {
  'registrations:read': 'Registrations: registration, hours, certificate, name and email',
  'people:read': 'People: the whole profile and consent',
}

export const deliveryLabels: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

const offLabels = { 'by-hand': 'Off', gone: 'Off: answered 410', failing: 'Off: failed for 3 days' } as const

/** Returns 'All events', or their words. */
export function shownEvents(events: string[]): string {
  return events.length === webhookEventTypes.length ? 'All events' : events.map(webhookEventLabel).join(', ')
}

/** Returns what a webhook may read, a line for each permission. */
export function shownPermissions(permissions: string[]): string[] {
  return webhookPermissions
    .filter((permission) => permissions.includes(permission))
    .map((permission) => permissionLabels[permission])
}

/** A webhook's state in a word, with the number of events that wait. */
export function WebhookState({
  webhook: { isOn, offReason, failingSince, waiting },
}: {
  webhook: Pick<Webhook, 'isOn' | 'offReason' | 'failingSince' | 'waiting'>
}) {
  const [words, tone] = offReason
    ? [offLabels[offReason], offReason === 'by-hand' ? undefined : 'bad']
    : failingSince
      ? ['Failing', 'warn']
      : ['On', 'good']
  return (
    <>
      <span className="pill" data-tone={tone}>
        {words}
      </span>
      {isOn && waiting > 0 && <div className="muted small">{shownCount(waiting)} waiting</div>}
    </>
  )
}
