import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onReload } from '#web/core/code.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { confirm } from './dialogs.tsx'

interface Draft {
  /** It outlives a page that is loaded again by itself. */
  isKept: boolean
  /** It covers the page: only what is done in it, or the browser's own Back, leads away. */
  isPanel: boolean
}

/** What is not saved on this page. */
const drafts = new Set<Draft>()
let release: (() => void) | undefined
let isReloading = false

/** Asks, once for all of them, before the page is left while something on it is not saved; not where the form keeps its draft. */
export function useUnsavedWarning(
  hasDraft: boolean,
  { isKept = false, isPanel = false }: Partial<Draft> = {},
): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!hasDraft) return
    const draft = { isKept, isPanel }
    drafts.add(draft)
    release ??= history.block({
      enableBeforeUnload: () => !isReloading || [...drafts].some(({ isKept }) => !isKept),
      blockerFn: async ({ currentLocation, nextLocation, action }) => {
        const isByLink = action === 'PUSH' || action === 'REPLACE'
        const stays =
          currentLocation.pathname === nextLocation.pathname ||
          (isByLink && [...drafts].every(({ isPanel }) => isPanel))
        // Whoever is signed out meanwhile can't save it any more.
        return !stays && sessionUser() !== null && !(await confirm(question))
      },
    })
    return () => {
      drafts.delete(draft)
      if (drafts.size > 0) return
      release?.()
      release = undefined
    }
  }, [hasDraft, isKept, isPanel, history])
}

onReload(() => {
  isReloading = true
})

const question = {
  title: 'Leave without saving?',
  message: 'What you have changed here is not saved yet.',
  confirmLabel: 'Leave without saving',
  cancelLabel: 'Keep editing',
  tone: 'danger',
} as const
