import { paths } from '#contract/core/paths.ts'
import { ForgotPassword } from './forgot-password.tsx'

export default function ForgotPasswordPage() {
  return <ForgotPassword loginPath={paths.login()} />
}
