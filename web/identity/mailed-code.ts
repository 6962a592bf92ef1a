import { redirect } from '@tanstack/react-router'
import { create } from 'zustand'
import { paths } from '#contract/paths.ts'
import { sessionUser } from '#web/platform/session/session.ts'
import { provider } from './provider.ts'

interface Visit {
  location: { hash: string; searchStr: string }
}

/** The code of the sign-in link, and of the link to a new password, that this browser was opened with. */
export const linkCode = mailedCode(paths.signInLink())
export const resetCode = mailedCode(paths.resetPassword())

/** The sign-in link's page is for guests only where no link led to it. */
export function takeLinkCode(visit: Visit): void {
  linkCode.take(visit)
  if (!linkCode.useCode.getState() && sessionUser()) throw redirect({ to: paths.home(), replace: true })
}

// Kept in memory only, and taken out of the address before anything is shown: so it stays in no history, screenshot or log.
function mailedCode(page: ReturnType<typeof paths.signInLink | typeof paths.resetPassword>) {
  const useCode = create<string | null>(() => null)
  return {
    useCode,
    take({ location }: Visit): void {
      const code = provider.codeIn(location)
      if (code) useCode.setState(code)
      if (location.hash || location.searchStr) throw redirect({ to: page, replace: true })
    },
    forget: () => useCode.setState(null),
  }
}
