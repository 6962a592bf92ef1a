import { paths } from '#contract/paths.ts'
import { ForgotPassword } from './forgot-password.tsx'

export function AdminForgotPasswordPage() {
  return <ForgotPassword loginPath={paths.adminLogin()} />
}
