import { paths } from '#contract/paths.ts'
import { ForgotPassword } from './forgot-password.tsx'

export function ForgotPasswordPage() {
  return <ForgotPassword loginPath={paths.login()} />
}
