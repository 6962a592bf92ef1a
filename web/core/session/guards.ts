import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { fetchCode, tryCode } from '#web/core/code.ts'
import { toastError } from '#web/core/ui/toasts.tsx'
import { keepReturnPath } from './kept-return-path.ts'
import { clearSession, sessionUser } from './session.ts'

interface Visit {
  location: { href: string; pathname: string }
}

/** Leads signed-in people away from the pages for guests. */
export function guestsOnly(): void {
  if (sessionUser()) throw redirect({ to: paths.home(), replace: true })
}

/** Lets attendees into their area; an incomplete profile comes first. Signs out administrators. */
export async function attendeesOnly({ location }: Visit): Promise<void> {
  // A pre-rendered page is for anyone.
  if (import.meta.env.SSR) return
  const user = sessionUser()
  if (user && !user.isAdmin) {
    const { isProfileComplete } = await fetchCode(() => import('#contract/people/users/profiles.ts'))
    if (isProfileComplete(user) || location.pathname === paths.completeProfile()) return
    keepReturnPath(location.href)
    throw redirect({ to: paths.completeProfile(), replace: true })
  }
  if (user) {
    void endSession()
  } else if (location.pathname !== paths.home() && location.pathname !== `${paths.home()}/`) {
    keepReturnPath(location.href)
    const { refusals } = await fetchCode(() => import('#contract/core/refusals.ts'))
    toastError(refusals.SIGNED_OUT.message)
  }
  throw redirect({ to: paths.login(), replace: true })
}

/** Forgets the person here immediately, and ends the session on the server if reachable. */
export async function endSession(): Promise<void> {
  const token = sessionUser()?.token
  clearSession()
  if (!token) return
  await tryCode(() => import('./sign-out-on-server.ts')).then(
    ({ signOutOnServer }) => signOutOnServer(token),
    () => undefined,
  )
}
