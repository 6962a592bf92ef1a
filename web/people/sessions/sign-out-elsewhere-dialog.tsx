import { Checkbox, Text } from '@mantine/core'
import { getEmailChange } from '#contract/people/email-changes/calls.ts'
import { getPasskeys } from '#contract/people/passkeys/calls.ts'
import { endOtherSessions, getSessions } from '#contract/people/sessions/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormDialog } from '#web/core/ui/form-dialog.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'

/** Asks to sign out everywhere else, and to remove the passkeys. */
export default function SignOutElsewhereDialog({ isOpen, onClose }: DialogProps) {
  const form = useCheckedForm({
    initialValues: { forgetsPasskeys: true },
    check: () => ({}),
    send: ({ forgetsPasskeys }) => call(endOtherSessions, { body: { keepsPasskeys: !forgetsPasskeys } }),
    reloads: [getSessions, getPasskeys, getEmailChange],
    toast: 'You are signed out everywhere else',
    done: () => {
      form.fields.reset()
      onClose()
    },
    failed: 'Please try again later',
  })
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="Sign out everywhere else?"
      look="short"
      // Above the panel's dialog that lists the sessions.
      zIndex={210}
      size={460}
      submit="Sign out everywhere else"
      data-autofocus
    >
      <Text>
        You stay signed in here. Every other browser and device has to sign in again, and an email change that
        you have not confirmed is canceled.
      </Text>
      <Checkbox
        label="Also remove my passkeys"
        description="Keep them only if you know every one of them. You can add new ones at any time."
        {...form.fields.getCheckboxProps('forgetsPasskeys')}
      />
    </FormDialog>
  )
}
