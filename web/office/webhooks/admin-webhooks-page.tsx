import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { Webhook } from '#contract/office/webhooks/calls.ts'
import { getWebhooks } from '#contract/office/webhooks/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { later } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { FreshProof } from '#web/people/second-factors/fresh-proof.tsx'
import { shownEvents, WebhookState, webhookKindLabels } from './webhook-words.tsx'

const WebhookDialog = later(() => import('./webhook-dialog.tsx'))

/** 'Webhooks': the other systems that get events. */
export default function AdminWebhooksPage() {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <AdminPage
      title="Webhooks"
      about="The portal sends events to other systems: a CRM, a training record, or a channel in Slack or Teams."
    >
      <Button leftSection={<Plus size={16} />} onClick={open} style={{ justifySelf: 'start' }}>
        Add a webhook
      </Button>
      <Loaded of={useData(getWebhooks, {})} loading={<TableSkeleton label="Loading the webhooks" />}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <EmptyState
              icon={WebhookIcon}
              title="No webhooks"
              text="Add one to tell another system about registrations, hours and certificates."
            />
          ) : (
            <section className="card" aria-label="Webhooks">
              <WebhookTable webhooks={webhooks} />
            </section>
          )
        }
      </Loaded>
      <WebhookDialog isOpen={isOpen} onClose={close} />
      <FreshProof />
    </AdminPage>
  )
}

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <RecordTable
      label="Webhooks"
      rows={webhooks}
      rowId="webhookId"
      isOver={({ isOn }) => !isOn}
      widths={{ Webhook: '34%', 'Last delivered': 190, State: 170 }}
      columns={{
        Webhook: ({ webhookId, name, kind, url }) => (
          <div className="anywhere">
            <TextLink to={paths.webhooks({ webhookId })} fz="inherit" fw={600}>
              {name}
            </TextLink>
            <div className="muted">
              {webhookKindLabels[kind]} · {new URL(url).host}
            </div>
          </div>
        ),
        Gets: ({ events }) => <span className="anywhere">{shownEvents(events)}</span>,
        'Last delivered': ({ lastDeliveredAt }) =>
          lastDeliveredAt ? shownInstant(lastDeliveredAt) : 'Not yet',
        State: (webhook) => <WebhookState webhook={webhook} />,
      }}
    />
  )
}
