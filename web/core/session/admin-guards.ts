import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { endSession } from './guards.ts'
import { sessionUser } from './session.ts'

/** The administrators' area; anybody else who is signed in is signed out first. */
export function administratorsOnly(): void {
  const user = sessionUser()
  if (user?.isAdmin) return
  if (user) void endSession()
  throw redirect({ to: paths.adminLogin(), replace: true })
}

/** The administrators' sign-in pages. */
export function administratorGuestsOnly(): void {
  if (sessionUser()?.isAdmin) throw redirect({ to: paths.adminHome(), replace: true })
}
