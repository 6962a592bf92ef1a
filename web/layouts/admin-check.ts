import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { checkAdminAccess } from '#contract/people/sessions/calls.ts'
import { call } from '#web/core/api/call.ts'
import { endSession } from '#web/core/session/guards.ts'
import { keepUserData } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { toastError } from '#web/core/ui/toasts.tsx'

/** Reloads the administrator's permissions, and signs out anyone who is not an administrator any more. */
export function useAdminCheck(user: SessionUser | null): void {
  const navigate = useNavigate()
  const email = user?.email
  useEffect(() => {
    if (email === undefined) return
    const leaving = new AbortController()
    call(checkAdminAccess, { body: { email } }, { signal: leaving.signal })
      .then(({ hasAccess, permissions }) => {
        if (leaving.signal.aborted) return
        if (hasAccess) return permissions && keepUserData({ permissions })
        void endSession()
        toastError(refusals.NOT_ADMINISTRATOR.message)
        return navigate({ to: paths.admin(), replace: true })
      })
      // A failed check proves nothing, and the server checks every call.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [email, navigate])
}
