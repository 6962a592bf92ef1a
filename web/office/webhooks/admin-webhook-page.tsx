import { Alert, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { KeyRound, Pencil, Power, Send, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Webhook } from '#contract/office/webhooks/calls.ts'
import {
  changeWebhookSecret,
  deleteWebhook,
  endOldWebhookSecret,
  getWebhookDeliveries,
  getWebhooks,
  oldSecretDays,
  switchWebhook,
  testWebhook,
} from '#contract/office/webhooks/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { later } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { FreshProof, withProof } from '#web/people/second-factors/fresh-proof.tsx'
import styles from './admin-webhook.module.css'
import { WebhookLog } from './webhook-log.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { shownEvents, shownPermissions, WebhookState, webhookKindLabels } from './webhook-words.tsx'

const WebhookDialog = later(() => import('./webhook-dialog.tsx'))
const failed = 'Something went wrong. Try again.'

/** A webhook with its acts and its log. */
export default function AdminWebhookPage() {
  const { webhookId } = useParams({ strict: false }) as { webhookId: string }
  const webhooks = useData(getWebhooks, {}, { every: () => 10_000 })
  return (
    <AdminPage>
      <TextLink to={paths.webhooks()} size="sm" w="fit-content">
        All webhooks
      </TextLink>
      <Loaded of={webhooks}>
        {({ webhooks }) => {
          const webhook = webhooks.find((each) => each.webhookId === Number(webhookId))
          return webhook ? (
            <OneWebhook webhook={webhook} />
          ) : (
            <EmptyState icon={Trash2} title="Not found" text="This webhook was deleted." />
          )
        }}
      </Loaded>
      <FreshProof />
    </AdminPage>
  )
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { name, kind, url, events, permissions, isOn, failingSince, offReason, template } = webhook
  return (
    <>
      <PageHeading>{name}</PageHeading>
      {isOn && failingSince && (
        <Alert color="yellow" title={`Failing since ${shownInstant(failingSince)}`}>
          The portal keeps trying for three days, then turns the webhook off and emails all administrators.
        </Alert>
      )}
      {offReason && offReason !== 'by-hand' && (
        <Alert color="red" title="Turned off by the portal">
          {offReason === 'gone'
            ? 'The receiver answered that it is gone (410).'
            : 'The receiver accepted nothing for three days.'}{' '}
          Check it, turn the webhook on, and send failed events again.
        </Alert>
      )}
      <section className="card pad stack" aria-label="Webhook">
        <dl className={styles.facts}>
          <Fact name="State">
            <WebhookState webhook={webhook} />
          </Fact>
          <Fact name="Sends">{webhookKindLabels[kind]}</Fact>
          <Fact name="Address">
            <code className="anywhere">{url}</code>
          </Fact>
          <Fact name="Events">{shownEvents(events)}</Fact>
          <Fact name="May read">
            {shownPermissions(permissions).map((words) => (
              <div key={words}>{words}</div>
            ))}
          </Fact>
          {kind !== 'standard' && <Fact name="Message">{template}</Fact>}
        </dl>
        <Acts webhook={webhook} />
        {kind === 'standard' && <OldSecret webhook={webhook} />}
      </section>
      <WebhookLog webhook={webhook} />
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className="anywhere">{children}</dd>
    </div>
  )
}

function Acts({ webhook }: { webhook: Webhook }) {
  const { webhookId, name, kind, isOn } = webhook
  const [isOpen, { open, close }] = useDisclosure()
  const [secret, setSecret] = useState('')
  const navigate = useNavigate()
  const shared = { failed, tell: 'toast' } as const
  const test = useAct(testWebhook, {
    toast: 'The test event is on its way. See the log.',
    reloads: [getWebhookDeliveries, getWebhooks],
    ...shared,
  })
  const turn = useAct(switchWebhook, {
    confirm: () =>
      isOn && {
        title: `Turn ${name} off?`,
        message: 'It gets no new events. Events that wait count as failed; you can send them again later.',
        confirmLabel: 'Turn off',
        tone: 'danger',
      },
    toast: isOn ? 'The webhook is off' : 'The webhook is on',
    reloads: [getWebhooks, getWebhookDeliveries, getActivities],
    ...shared,
  })
  const changeSecret = useAct(
    async () => {
      const made = await withProof(() => call(changeWebhookSecret, { body: { webhookId } }))
      setSecret(made.secret)
    },
    {
      confirm: {
        title: 'Change the secret?',
        message: `You get a new one. For ${oldSecretDays} days, events are signed with both, so you can update the receiver.`,
        confirmLabel: 'Change secret',
      },
      reloads: [getWebhooks, getActivities],
      ...shared,
    },
  )
  const remove = useAct(deleteWebhook, {
    confirm: {
      title: `Delete ${name}?`,
      message: 'Its log is deleted, too. This cannot be undone.',
      confirmLabel: 'Delete',
      tone: 'danger',
    },
    toast: 'The webhook is deleted',
    done: () => void navigate({ to: paths.webhooks() }),
    reloads: [getWebhooks, getActivities],
    ...shared,
  })
  return (
    <Group gap="sm">
      <Button leftSection={<Send size={16} />} {...test.button({ body: { webhookId } })} disabled={!isOn}>
        Send a test event
      </Button>
      <Button variant="default" leftSection={<Pencil size={16} />} onClick={open}>
        Change
      </Button>
      {kind === 'standard' && (
        <Button variant="default" leftSection={<KeyRound size={16} />} {...changeSecret.button()}>
          Change secret
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Power size={16} />}
        {...turn.button({ body: { webhookId, isOn: !isOn } })}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      <Button
        variant="default"
        c="red"
        leftSection={<Trash2 size={16} />}
        {...remove.button({ body: { webhookId } })}
      >
        Delete
      </Button>
      <WebhookDialog isOpen={isOpen} onClose={close} webhook={webhook} />
      <LazyModal
        opened={secret !== ''}
        onClose={() => setSecret('')}
        title="Save the new secret"
        centered
        size={520}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <WebhookSecret value={secret} onClose={() => setSecret('')} />
      </LazyModal>
    </Group>
  )
}

function OldSecret({ webhook: { webhookId, oldSecretUntil } }: { webhook: Webhook }) {
  const { button } = useAct(endOldWebhookSecret, {
    toast: 'Events are signed with the new secret only',
    failed,
    tell: 'toast',
    reloads: [getWebhooks, getActivities],
  })
  if (!oldSecretUntil) return null
  return (
    <Group gap="sm">
      <span>Events are also signed with the old secret until {shownInstant(oldSecretUntil)}.</span>
      <SmallButton {...button({ body: { webhookId } })}>End the old secret</SmallButton>
    </Group>
  )
}
