import { TextInput } from '@mantine/core'
import { PasskeyName } from '#contract/people/passkeys/calls.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'

interface Props extends DialogProps {
  name: string
  send: (name: string) => Promise<unknown>
}

export default function RenamePasskeyDialog({ name, isOpen, onClose, send }: Props) {
  const form = useCheckedForm({
    initialValues: { name },
    check: (values) => schemaErrors(PasskeyName, values),
    checksOnlyOnSubmit: true,
    send: (values) => send(values.name),
    toast: 'The passkey is renamed',
    done: onClose,
    failed: 'Something went wrong. Try again.',
  })
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Rename a passkey" look="short" centered size={420}>
      <DialogForm form={form} submit="Rename" onCancel={onClose}>
        <TextInput label="Name" autoComplete="off" data-autofocus {...form.fields.getInputProps('name')} />
      </DialogForm>
    </LazyModal>
  )
}
