import {
  Button,
  Checkbox,
  CopyButton,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { Permission } from '#contract/core/permissions.ts'
import { keyPermissions } from '#contract/core/permissions.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getApiKeys, makeApiKey, NewApiKey } from '#contract/people/api-keys/calls.ts'
import { call } from '#web/core/api/call.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { withProof } from '#web/people/second-factors/fresh-proof.tsx'

const lives = [30, 90, 180, 365].map((days) => ({ value: String(days), label: `${days} days` }))

/** Asks for a key's name and rights, then shows the key once. Only its button closes it then. */
export default function MakeApiKeyDialog({ isOpen, onClose }: DialogProps) {
  const [key, setKey] = useState('')
  const close = () => {
    onClose()
    setKey('')
  }
  return (
    <LazyModal
      opened={isOpen}
      onClose={close}
      title={key ? 'Save your API key' : 'Make an API key'}
      centered
      size={520}
      closeOnEscape={!key}
      closeOnClickOutside={!key}
    >
      {key ? <MadeKey value={key} onClose={close} /> : <KeyForm onMade={setKey} onCancel={close} />}
    </LazyModal>
  )
}

function KeyForm({ onMade, onCancel }: { onMade: (key: string) => void; onCancel: () => void }) {
  const form = useCheckedForm({
    initialValues: { name: '', permissions: ['registrations:read'], days: '90', networks: '' },
    check: (values) => schemaErrors(NewApiKey, given(values)),
    checksOnlyOnSubmit: true,
    send: (values) => withProof(() => call(makeApiKey, { body: given(values) })),
    reloads: [getApiKeys, getActivities],
    done: ({ key }) => onMade(key),
    failed: "Couldn't make the key. Try again.",
  })
  return (
    <DialogForm form={form} submit="Make API key" onCancel={onCancel}>
      <TextInput
        label="Name"
        description="The program or company that uses it"
        autoComplete="off"
        data-autofocus
        {...form.fields.getInputProps('name')}
      />
      <Checkbox.Group label="Permissions" {...form.fields.getInputProps('permissions')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={4}>
          {keyPermissions.map((permission) => (
            <Checkbox key={permission} value={permission} label={permission} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <NativeSelect label="Expires after" data={lives} {...form.fields.getInputProps('days')} />
      <Textarea
        label="Networks (optional)"
        description="One per line, such as 203.0.113.0/24. Empty: the key works from any network."
        autosize
        minRows={2}
        {...form.fields.getInputProps('networks')}
      />
    </DialogForm>
  )
}

interface Values {
  name: string
  permissions: string[]
  days: string
  networks: string
}

function given({ days, networks, permissions, name }: Values): NewApiKey {
  return {
    name,
    permissions: permissions as Exclude<Permission, 'administrators:write'>[],
    days: Number(days),
    networks: networks.split(/[\s,]+/).filter(Boolean),
  }
}

function MadeKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Stack>
      <Text c="dimmed">It is not shown again. Keep it where only your program can read it.</Text>
      <code className="card pad anywhere">{value}</code>
      <Group justify="space-between">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <Check size={15} /> : <Copy size={15} />}
              onClick={copy}
              data-autofocus
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>I've saved it</Button>
      </Group>
    </Stack>
  )
}
