import { Stack, TextInput } from '@mantine/core'
import { PasskeyName } from '#contract/passkeys/calls.ts'
import { DialogActions } from '#web/core/ui/dialog-actions.tsx'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'

interface Props {
  /** As it is called until now. */
  name: string
  isOpen: boolean
  onClose: () => void
  send: (name: string) => Promise<unknown>
}

/** Asks what a passkey is to be called. */
export default function RenamePasskeyDialog({ name, isOpen, onClose, send }: Props) {
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { name },
    check: (values) => schemaErrors(PasskeyName, values),
    checksOnlyOnSubmit: true,
    send: async (values) => {
      await send(values.name)
      onClose()
      toastDone('The passkey is renamed')
    },
    failed: 'That did not work. Please try again.',
  })
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Rename a passkey" look="short" centered size={420}>
      <form {...formProps}>
        <Stack gap="md">
          <TextInput label="Name" autoComplete="off" data-autofocus {...fields.getInputProps('name')} />
          <FormProblem text={problem} />
          <DialogActions onCancel={onClose} loading={isSending}>
            Rename
          </DialogActions>
        </Stack>
      </form>
    </LazyModal>
  )
}
