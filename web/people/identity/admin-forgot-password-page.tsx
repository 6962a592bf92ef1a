import { paths } from '#contract/core/paths.ts'
import { ForgotPassword } from './forgot-password.tsx'

export default function AdminForgotPasswordPage() {
  return <ForgotPassword loginPath={paths.adminLogin()} />
}
