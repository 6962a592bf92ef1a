import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#contract/paths.ts'
import { refusals } from '#contract/refusals.ts'
import { checkAdminAccess } from '#contract/users.ts'
import { call } from '#web/platform/api/call.ts'
import { endSession } from '#web/platform/session/guards.ts'
import type { SessionUser } from '#web/platform/session/session-user.ts'
import { toastError } from '#web/platform/ui/toasts.tsx'

/** Asks the server whether this really is an administrator, whatever the browser has kept; else signs out. */
export function useAdminCheck(user: SessionUser | null): void {
  const navigate = useNavigate()
  const email = user?.email
  useEffect(() => {
    if (email === undefined) return
    const leaving = new AbortController()
    call(checkAdminAccess, { body: { email } }, { signal: leaving.signal })
      .then(({ hasAccess }) => {
        if (hasAccess || leaving.signal.aborted) return
        void endSession()
        toastError(refusals.NOT_ADMINISTRATOR.message)
        return navigate({ to: paths.admin(), replace: true })
      })
      // Not being able to ask says nothing; the server checks every call anyway.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [email, navigate])
}
