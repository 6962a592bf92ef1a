import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { fetchCode } from '#web/core/code.ts'
import { endSession } from './guards.ts'
import { sessionUser } from './session.ts'

/** The administrators' area; anybody else who is signed in is signed out first. */
export function administratorsOnly(): void {
  const user = sessionUser()
  if (user?.isAdmin) return
  if (user) void endSession()
  throw redirect({ to: paths.adminLogin(), replace: true })
}

/** The administrators' start page is the list of registrations; for those who may not read it, check-in. */
export async function toStartPage(): Promise<void> {
  const { can } = await fetchCode(() => import('./can.ts'))
  if (!can({ access: 'registrations:read' })) throw redirect({ to: paths.checkIns(), replace: true })
}

/** The administrators' sign-in pages. */
export function administratorGuestsOnly(): void {
  if (sessionUser()?.isAdmin) throw redirect({ to: paths.adminHome(), replace: true })
}
