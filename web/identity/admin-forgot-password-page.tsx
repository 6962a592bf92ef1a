import { ResetLinkForm } from './reset-link-form.tsx'

export function AdminForgotPasswordPage() {
  return <ResetLinkForm heading="Forgot Password" text="We mail you a link to choose a new password." />
}
