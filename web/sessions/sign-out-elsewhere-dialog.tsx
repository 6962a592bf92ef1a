import { Checkbox, Stack, Text } from '@mantine/core'
import { getEmailChange } from '#contract/email-changes/calls.ts'
import { getPasskeys } from '#contract/passkeys/calls.ts'
import { endOtherSessions, getSessions } from '#contract/sessions/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useReload } from '#web/core/api/reload.ts'
import { DialogActions } from '#web/core/ui/dialog-actions.tsx'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'

interface Props {
  isOpen: boolean
  onClose: () => void
}

/** Asks whether to sign out everywhere else, and whether passkeys go with that. */
export default function SignOutElsewhereDialog({ isOpen, onClose }: Props) {
  const reload = useReload()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { forgetsPasskeys: true },
    check: () => ({}),
    send: async ({ forgetsPasskeys }) => {
      await call(endOtherSessions, { body: { keepsPasskeys: !forgetsPasskeys } })
      await reload(getSessions, getPasskeys, getEmailChange)
      fields.reset()
      onClose()
      toastDone('You are signed out everywhere else')
    },
    failed: 'Please try again later',
  })
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      title="Sign out everywhere else?"
      look="short"
      centered
      // Above the dialog of the panel that lists the sessions.
      zIndex={210}
      size={460}
    >
      <form {...formProps}>
        <Stack gap="md">
          <Text>
            You stay signed in here. Every other browser and device has to sign in again, and a new email that
            is not verified yet is given up.
          </Text>
          <Checkbox
            label="Also remove my passkeys"
            description="Keep them only if you know every one of them. You can add new ones at any time."
            {...fields.getInputProps('forgetsPasskeys', { type: 'checkbox' })}
          />
          <FormProblem text={problem} />
          <DialogActions onCancel={onClose} loading={isSending} data-autofocus>
            Sign out everywhere else
          </DialogActions>
        </Stack>
      </form>
    </LazyModal>
  )
}
