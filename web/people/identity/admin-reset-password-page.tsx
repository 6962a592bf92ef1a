import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetCode } from './reset-code.ts'

/** The page of the emailed link: a form for the new password, or for another link if this one does not work. */
export default function AdminResetPasswordPage() {
  const code = resetCode.useCode()
  const [spent, setSpent] = useState<{ code: string; email: string }>()
  if (code === null) {
    return (
      <ForgotPassword
        loginPath={paths.adminLogin()}
        heading="This link is incomplete"
        text="Open it from the email again, or request a new one."
      />
    )
  }
  if (code === spent?.code) {
    return (
      <ForgotPassword
        loginPath={paths.adminLogin()}
        heading="This link has expired or was already used"
        text={refusals.LINK_SPENT.message}
        email={spent.email}
      />
    )
  }
  return <NewPasswordForm key={code} code={code} onSpent={(email) => setSpent({ code, email })} />
}
