import { AdminSignIn } from './admin-sign-in-form.tsx'

export default function AdminLoginPage() {
  return <AdminSignIn />
}
