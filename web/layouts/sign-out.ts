import { useNavigate } from '@tanstack/react-router'
import type { paths } from '#contract/core/paths.ts'
import { useAct } from '#web/core/api/act.ts'
import { endSession } from '#web/core/session/guards.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'

/** Signs the person out, once they confirm it, and leads to the page where they can sign in. */
export function useSignOut(to: ReturnType<typeof paths.login | typeof paths.admin>): () => void {
  const navigate = useNavigate()
  const { act } = useAct(
    async () => {
      void endSession()
      await navigate({ to, replace: true })
      // Also what they typed and did not save.
      sessionStorage.clear()
    },
    {
      confirm: () =>
        confirm({
          title: 'Sign Out',
          message: 'Are you sure want to logout?',
          confirmLabel: 'Sign Out',
        }),
    },
  )
  return () => void act()
}
