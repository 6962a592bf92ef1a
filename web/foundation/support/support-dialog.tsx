import { Textarea, TextInput } from '@mantine/core'
import { contactSupport, SupportRequest } from '#contract/foundation/support/calls.ts'
import { call } from '#web/core/api/call.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { inform } from '#web/core/ui/dialogs.tsx'
import { schemaErrors } from '#web/core/ui/form.ts'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'

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
    <LazyModal opened={isOpen} onClose={onClose} title="Contact Support" centered size={480}>
      <DialogForm form={form} submit="Send" onCancel={onClose}>
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
        <Textarea
          label="Message"
          name="message"
          rows={7}
          required
          {...form.fields.getInputProps('message')}
        />
      </DialogForm>
    </LazyModal>
  )
}
