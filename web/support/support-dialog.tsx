import { Stack, Textarea, TextInput } from '@mantine/core'
import { contactSupport, SupportRequest } from '#contract/support/calls.ts'
import { call } from '#web/core/api/call.ts'
import { DialogActions } from '#web/core/ui/dialog-actions.tsx'
import { inform } from '#web/core/ui/dialogs.tsx'
import { schemaErrors } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'

interface Props {
  isOpen: boolean
  onClose: () => void
}

export default function SupportDialog({ isOpen, onClose }: Props) {
  const { fields, formProps, isSending, problem } = useKeptForm('a question to support', {
    initialValues: { name: '', email: '', message: '' },
    check: (values) => schemaErrors(SupportRequest, values),
    send: async (values) => {
      await call(contactSupport, { body: values })
      fields.reset()
      onClose()
      void inform({
        title: 'Contact Support',
        message: 'Email sent to support! We will get back to you shortly',
      })
    },
  })
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Contact Support" centered size={480}>
      <form {...formProps}>
        <Stack gap="md">
          <TextInput
            label="Name"
            name="name"
            autoComplete="name"
            required
            data-autofocus
            {...fields.getInputProps('name')}
          />
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            {...fields.getInputProps('email')}
          />
          <Textarea label="Message" name="message" rows={7} required {...fields.getInputProps('message')} />
          <FormProblem text={problem} />
          <DialogActions onCancel={onClose} loading={isSending}>
            Send
          </DialogActions>
        </Stack>
      </form>
    </LazyModal>
  )
}
