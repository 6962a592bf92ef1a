import { TextInput } from '@mantine/core'
import { PasskeyName } from '#contract/people/passkeys/calls.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormDialog } from '#web/core/ui/form-dialog.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'

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
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="Rename a passkey"
      look="short"
      size={420}
      submit="Rename"
    >
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.fields.getInputProps('name')} />
    </FormDialog>
  )
}
