import { useNavigate } from '@tanstack/react-router'
import type { paths } from '#contract/core/paths.ts'
import { useAct } from '#web/core/api/act.ts'
import { endSession } from '#web/core/session/guards.ts'

/** Returns a function that asks, signs out, and opens the sign-in page. */
export function useSignOut(to: ReturnType<typeof paths.login | typeof paths.admin>): () => void {
  const navigate = useNavigate()
  const { act } = useAct(
    async () => {
      void endSession()
      await navigate({ to, replace: true })
      // It also holds unsaved changes.
      sessionStorage.clear()
    },
    {
      confirm: {
        title: 'Sign Out',
        message: 'Are you sure want to logout?',
        confirmLabel: 'Sign Out',
      },
    },
  )
  return () => void act()
}
