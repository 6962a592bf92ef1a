import { useNavigate } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { keepReturnPath } from '#web/core/session/kept-return-path.ts'
import { sessionUser } from '#web/core/session/session.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { PasswordProofForm } from '#web/people/identity/password-proof-form.tsx'
import { keepTypedPassword } from '#web/people/identity/typed-password.ts'

/** Asks for the password, because the panel may be open on an unattended computer. */
export default function SwitchOnDialog({ isOpen, onClose }: DialogProps) {
  const navigate = useNavigate()
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Turn on two-step verification" centered size={420}>
      <PasswordProofForm
        text={
          // Their list would be one more script on the login page.
          /^demo\.[a-z.]+@example\.com$/.test(sessionUser()?.email ?? '')
            ? 'Accounts of the demo have no password, so they cannot turn this on.'
            : 'Enter your password first. This signs you out everywhere else.'
        }
        onCancel={onClose}
        send={async (idToken) => {
          keepTypedPassword(idToken)
          keepReturnPath(paths.secondFactor())
          await navigate({ to: paths.setUpSecondFactor() })
        }}
      />
    </LazyModal>
  )
}
