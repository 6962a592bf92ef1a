import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { can } from './can.ts'
import { endSession } from './guards.ts'
import { keepReturnPath } from './kept-return-path.ts'
import { sessionUser } from './session.ts'

/** Lets administrators into their area, and others after their sign-in. Signs out anyone else first. */
export function administratorsOnly({ location }: { location: { href: string } }): void {
  const user = sessionUser()
  if (user?.isAdmin) return
  if (user) void endSession()
  else keepReturnPath(location.href)
  throw redirect({ to: paths.adminLogin(), replace: true })
}

/** Opens the list of registrations, or check-in for a role that can't read the list. */
export function toStartPage(): void {
  if (!can({ access: 'registrations:read' })) throw redirect({ to: paths.checkIn(), replace: true })
}

/** Leads signed-in administrators past the sign-in pages. */
export function administratorGuestsOnly(): void {
  if (sessionUser()?.isAdmin) throw redirect({ to: paths.adminHome(), replace: true })
}

/** Lets in administrators who may check people in. The sign-in leads back here. */
export function doorOnly({ location }: { location: { href: string } }): void {
  if (!sessionUser()?.isAdmin) keepReturnPath(location.href)
  administratorsOnly({ location })
  if (!can({ access: 'check-ins:write' })) throw redirect({ to: paths.adminHome(), replace: true })
}
