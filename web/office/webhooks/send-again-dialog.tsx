import { Checkbox, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Webhook } from '#contract/office/webhooks/calls.ts'
import { getWebhookDeliveries, getWebhooks, sendWebhookAgain } from '#contract/office/webhooks/calls.ts'
import { call } from '#web/core/api/call.ts'
import { counted } from '#web/core/texts/counts.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { useCheckedForm } from '#web/core/ui/form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'

interface Props extends DialogProps {
  webhook: Webhook
}

/** Sends the events of a span again. */
export default function SendAgainDialog({ isOpen, onClose, webhook }: Props) {
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      title="Send a time range again"
      centered
      size={460}
      look="short"
    >
      <SpanForm webhook={webhook} onClose={onClose} />
    </LazyModal>
  )
}

function SpanForm({ webhook: { webhookId }, onClose }: Omit<Props, 'isOpen'>) {
  // If a portion fails, the next try goes on after the last one.
  const sent = useRef<{ key: string; many: number; after: number | undefined }>({
    key: '',
    many: 0,
    after: undefined,
  })
  const form = useCheckedForm({
    initialValues: { from: hoursAgo(24), until: hoursAgo(0), onlyFailed: true },
    check: ({ from, until }) => {
      const errors: Record<string, string> = {}
      if (!from) errors.from = 'Enter the start'
      if (!until) errors.until = 'Enter the end'
      else if (from && until < from) errors.until = 'Has to be after the start'
      return errors
    },
    checksOnlyOnSubmit: true,
    send: async ({ from, until, onlyFailed }) => {
      // The end counts to the end of its minute.
      const last = new Date(new Date(until).getTime() + 59_999)
      const span = { webhookId, from: new Date(from), until: last, onlyFailed }
      const key = JSON.stringify(span)
      if (sent.current.key !== key) sent.current = { key, many: 0, after: undefined }
      for (let hasMore = true; hasMore; ) {
        const { after, many } = sent.current
        const portion = await call(sendWebhookAgain, { body: { ...span, after } })
        sent.current = { key, many: many + portion.sent, after: portion.last }
        hasMore = portion.hasMore
      }
      return sent.current.many
    },
    reloads: [getWebhookDeliveries, getWebhooks, getActivities],
    toast: (many) => `${counted(many, 'event is', 'events are')} on the way again`,
    done: onClose,
    failed: 'Not all events were sent. Try again to send the rest.',
  })
  return (
    <DialogForm form={form} submit="Send again" onCancel={onClose}>
      <TextInput
        type="datetime-local"
        label="From"
        description="By the time of the events, in your time zone"
        {...form.fields.getInputProps('from')}
      />
      <TextInput type="datetime-local" label="Until" {...form.fields.getInputProps('until')} />
      <Checkbox label="Only failed events" {...form.fields.getCheckboxProps('onlyFailed')} />
    </DialogForm>
  )
}

/** Returns a local time for a field, such as '2027-02-09T14:00'. */
function hoursAgo(hours: number) {
  const at = new Date(Date.now() - hours * 3_600_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
