import { Anchor, Button, Group, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ListChecks, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { DeliveryState, Webhook, WebhookDelivery } from '#contract/office/webhooks/calls.ts'
import {
  deliveryDays,
  deliveryStates,
  getWebhookDeliveries,
  getWebhooks,
  sendWebhookAgain,
} from '#contract/office/webhooks/calls.ts'
import { webhookEventLabel } from '#contract/office/webhooks/events.ts'
import { useAct } from '#web/core/api/act.ts'
import { usePortions } from '#web/core/api/portions.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { later } from '#web/core/ui/later.tsx'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { PortionList } from '#web/core/ui/portion-list.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { deliveryLabels } from './webhook-words.tsx'

const SendAgainDialog = later(() => import('./send-again-dialog.tsx'))

const deliveryPanel = pagePanel<{ deliveryId: number; title: string }>(
  () => import('./admin-webhook-delivery-panel.tsx'),
)

/** The events of the last days with their answers. */
export function WebhookLog({ webhook }: { webhook: Webhook }) {
  const [state, setState] = useState<DeliveryState | ''>('')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <section className="stack" aria-labelledby="webhook-log">
      <Group justify="space-between" align="end">
        <div>
          <h2 id="webhook-log">Log</h2>
          <p className="muted">The last {deliveryDays} days, newest first</p>
        </div>
        <Group gap="sm" align="end">
          <NativeSelect
            aria-label="State"
            value={state}
            onChange={({ currentTarget }) => setState(currentTarget.value as DeliveryState | '')}
            data={[
              { value: '', label: 'All events' },
              ...deliveryStates.map((value) => ({ value, label: deliveryLabels[value] })),
            ]}
          />
          <Button
            variant="default"
            leftSection={<RotateCcw size={16} />}
            disabled={!webhook.isOn}
            onClick={open}
          >
            Send a time range again
          </Button>
        </Group>
      </Group>
      <Deliveries webhook={webhook} state={state || undefined} />
      <SendAgainDialog isOpen={isOpen} onClose={close} webhook={webhook} />
      <deliveryPanel.Panel />
    </section>
  )
}

function Deliveries({ webhook, state }: { webhook: Webhook; state: DeliveryState | undefined }) {
  const { webhookId } = webhook
  const read = usePortions(
    getWebhookDeliveries,
    (before) => ({ query: { webhookId, ...(state && { state }), before } }),
    'deliveries',
    'deliveryId',
  )
  return (
    <PortionList
      of={read}
      loading={<TableSkeleton label="Loading the log" />}
      empty={
        <EmptyState icon={ListChecks} title="No events" text="Events and test events are listed here.">
          <Reload reload={read.reload} />
        </EmptyState>
      }
      failed="Couldn't load older events. Try again."
    >
      {(deliveries, older) => (
        <section className="card" aria-label="Events">
          <RecordTable
            label="Log"
            rows={deliveries}
            rowId="deliveryId"
            isStale={read.isPrevious}
            widths={{ Event: '26%', State: 230, Again: 140 }}
            columns={{
              Event: ({ deliveryId, type, happenedAt }) => {
                const title = webhookEventLabel(type)
                return (
                  <div>
                    <Anchor
                      component="button"
                      type="button"
                      fz="inherit"
                      lh="inherit"
                      ta="start"
                      aria-label={`Open: ${title}, ${shownInstant(happenedAt)}`}
                      onClick={() => deliveryPanel.show({ deliveryId, title })}
                    >
                      {title}
                    </Anchor>
                    <div className="muted">{shownInstant(happenedAt)}</div>
                  </div>
                )
              },
              Person: ({ person }) => <span className="anywhere">{person || '–'}</span>,
              State: (delivery) => <State delivery={delivery} />,
              Again: (delivery) =>
                delivery.state !== 'waiting' &&
                webhook.isOn && <Again webhookId={webhookId} delivery={delivery} />,
            }}
          />
          {older}
          <Group justify="center" p="sm">
            <Reload reload={read.reload} />
          </Group>
        </section>
      )}
    </PortionList>
  )
}

function Reload({ reload }: { reload: () => void }) {
  return <SmallButton onClick={reload}>Refresh the log</SmallButton>
}

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

function State({ delivery: { state, attempts, dueAt, status, problem } }: { delivery: WebhookDelivery }) {
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  return (
    <div className="anywhere">
      <span className="pill" data-tone={tones[state]}>
        {deliveryLabels[state]}
      </span>
      <div className="muted small">
        {attempts === 0 ? 'Not tried yet' : `${tries}, ${problem || `status ${status}`}`}
        {dueAt && state === 'waiting' && `. Next try ${shownInstant(dueAt)}`}
      </div>
    </div>
  )
}

function Again({ webhookId, delivery }: { webhookId: number; delivery: WebhookDelivery }) {
  const { deliveryId, type, happenedAt } = delivery
  const { button } = useAct(sendWebhookAgain, {
    toast: 'The event is on its way again',
    failed: 'Something went wrong. Try again.',
    tell: 'toast',
    reloads: [getWebhookDeliveries, getWebhooks, getActivities],
  })
  return (
    <SmallButton
      aria-label={`Send again: ${webhookEventLabel(type)}, ${shownInstant(happenedAt)}`}
      {...button({ body: { webhookId, deliveryIds: [deliveryId] } })}
    >
      Send again
    </SmallButton>
  )
}
