import { Checkbox, Code, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Webhook, WebhookKind } from '#contract/office/webhooks/calls.ts'
import {
  addWebhook,
  ChangedWebhook,
  changeWebhook,
  getWebhooks,
  NewWebhook,
  webhookKinds,
} from '#contract/office/webhooks/calls.ts'
import {
  chatPlaceholders,
  standardTemplate,
  webhookEvents,
  webhookEventTypes,
  webhookPermissions,
} from '#contract/office/webhooks/events.ts'
import { call } from '#web/core/api/call.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { withProof } from '#web/people/second-factors/fresh-proof.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { permissionLabels, webhookKindLabels } from './webhook-words.tsx'

/** Adds a webhook and shows its secret once, or changes one. */
export default function WebhookDialog({ isOpen, onClose, webhook }: DialogProps & { webhook?: Webhook }) {
  const [secret, setSecret] = useState('')
  const close = () => {
    onClose()
    setSecret('')
  }
  const title = secret ? 'Save the secret' : webhook ? `Change ${webhook.name}` : 'Add a webhook'
  return (
    <LazyModal
      opened={isOpen}
      onClose={close}
      title={title}
      centered
      size={620}
      closeOnEscape={!secret}
      closeOnClickOutside={!secret}
    >
      {secret ? (
        <WebhookSecret value={secret} onClose={close} />
      ) : (
        <WebhookForm
          webhook={webhook}
          onCancel={close}
          onDone={(made) => (made === undefined ? close() : setSecret(made))}
        />
      )}
    </LazyModal>
  )
}

interface FormProps {
  webhook: Webhook | undefined
  /** `secret`: that of a new webhook which signs. */
  onDone: (secret?: string) => void
  onCancel: () => void
}

interface Values extends Record<string, unknown> {
  kind: WebhookKind
  name: string
  url: string
  events: string[]
  permissions: string[]
  template: string
}

function WebhookForm({ webhook, onDone, onCancel }: FormProps) {
  const form = useCheckedForm<Values, string | undefined>({
    initialValues: {
      kind: webhook?.kind ?? 'standard',
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events:
        webhook?.events ?? webhookEventTypes.filter((type) => webhookEvents[type].reads !== 'people:read'),
      permissions: webhook?.permissions ?? ['registrations:read'],
      template: webhook?.template || standardTemplate,
    },
    check: (values) =>
      webhook
        ? schemaErrors(ChangedWebhook, { webhookId: webhook.webhookId, ...values })
        : schemaErrors(NewWebhook, values),
    checksOnlyOnSubmit: true,
    send: async ({ kind, ...values }) => {
      const given = values as Omit<NewWebhook, 'kind'>
      return withProof(async () => {
        if (!webhook) return (await call(addWebhook, { body: { kind, ...given } })).secret
        const { webhookId, state } = webhook
        await call(changeWebhook, { body: { webhookId, state, ...given } })
        return undefined
      })
    },
    reloads: [getWebhooks, getActivities],
    toast: webhook ? 'The webhook is changed' : 'The webhook is added',
    done: (secret, { kind }) => onDone(kind === 'standard' ? secret : undefined),
    failed: "Couldn't save the webhook. Try again.",
  })
  const { kind } = form.fields.getValues()
  return (
    <DialogForm form={form} submit={webhook ? 'Save' : 'Add webhook'} onCancel={onCancel}>
      {!webhook && (
        <NativeSelect
          label="Sends"
          data={webhookKinds.map((value) => ({ value, label: webhookKindLabels[value] }))}
          {...form.fields.getInputProps('kind')}
        />
      )}
      <TextInput
        label="Name"
        description="The system or channel that gets the events"
        autoComplete="off"
        data-autofocus
        {...form.fields.getInputProps('name')}
      />
      <TextInput
        label="Address"
        description="Starts with https://. Anyone who knows it may be able to post there, so only administrators see it."
        autoComplete="off"
        inputMode="url"
        {...form.fields.getInputProps('url')}
      />
      <Checkbox.Group label="Events" {...form.fields.getInputProps('events')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={4} mt={4}>
          {webhookEventTypes.map((type) => (
            <Checkbox key={type} value={type} label={webhookEvents[type].label} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Checkbox.Group label="May read" {...form.fields.getInputProps('permissions')}>
        <Stack gap={4} mt={4}>
          {webhookPermissions.map((permission) => (
            <Checkbox key={permission} value={permission} label={permissionLabels[permission]} />
          ))}
        </Stack>
      </Checkbox.Group>
      {kind !== 'standard' && (
        <Textarea
          label="Message"
          description={Object.entries(chatPlaceholders).map(([name, meaning]) => (
            <span key={name}>
              <Code>{`{${name}}`}</Code> {meaning}.{' '}
            </span>
          ))}
          autosize
          minRows={2}
          {...form.fields.getInputProps('template')}
        />
      )}
    </DialogForm>
  )
}
