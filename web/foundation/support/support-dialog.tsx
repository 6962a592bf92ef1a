import { Textarea, TextInput } from '@mantine/core'
import { contactSupport, SupportRequest } from '#contract/foundation/support/calls.ts'
import { call } from '#web/core/api/call.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { inform } from '#web/core/ui/dialogs.tsx'
import { schemaErrors } from '#web/core/ui/form.ts'
import { FormDialog } from '#web/core/ui/form-dialog.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'

export default function SupportDialog({ isOpen, onClose }: DialogProps) {
  const user = sessionUser()
  const form = useKeptForm('a question to support', {
    initialValues: {
      name: user ? `${user.firstName} ${user.lastName}`.trim() : '',
      email: user?.email ?? '',
      message: '',
    },
    check: (values) => schemaErrors(SupportRequest, values),
    send: async (values) => {
      await call(contactSupport, { body: values })
      form.fields.reset()
      onClose()
      void inform({
        title: 'Contact Support',
        message: 'Email sent to support! We will get back to you shortly',
      })
    },
  })
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="Contact Support"
      size={480}
      submit="Send"
    >
      <TextInput
        label="Name"
        name="name"
        autoComplete="name"
        required
        data-autofocus
        {...form.fields.getInputProps('name')}
      />
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        {...form.fields.getInputProps('email')}
      />
      <Textarea label="Message" name="message" rows={7} required {...form.fields.getInputProps('message')} />
    </FormDialog>
  )
}
