import type { RouterHistory } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { createContext, use, useEffect, useLayoutEffect } from 'react'
import { onReload } from '#web/core/code.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { confirm } from './dialogs.tsx'
import { isDialogOpen } from './escape.ts'
import { useKept } from './kept-changes.ts'

interface Unsaved {
  /** Stored in this tab, and survives a reload. */
  isKept: boolean
  /** Inside a panel, which covers the page's links. */
  isInPanel: boolean
}

/** True if the surrounding panel has unsaved changes. Each panel provides it. */
export const PanelChanges = createContext<RefObject<boolean> | undefined>(undefined)

/** The unsaved changes on this page. */
const unsaved = new Set<Unsaved>()
let release: (() => void) | undefined
let isReloading = false

/**
 * Asks before changes are lost: when the surrounding panel closes, when the person leaves the page, and when
 * the window closes. With a name, `typed` also survives a reload and the session's end.
 */
export function useUnsavedChanges(
  hasChanges: boolean,
  { name, typed }: { name?: string | undefined; typed?: unknown } = {},
): void {
  const panel = use(PanelChanges)
  const history: RouterHistory = useRouter().history
  const isKept = name !== undefined
  const isInPanel = panel !== undefined
  useKept(name, typed)
  // In a layout effect, because people may press Escape right after they type.
  useLayoutEffect(() => {
    if (!panel) return
    panel.current = hasChanges
    return () => {
      panel.current = false
    }
  }, [hasChanges, panel])
  useEffect(() => {
    if (!hasChanges) return
    const changes = { isKept, isInPanel }
    unsaved.add(changes)
    // One question covers all changes.
    release ??= history.block({
      enableBeforeUnload: () => !isReloading || [...unsaved].some(({ isKept }) => !isKept),
      blockerFn: async ({ currentLocation, nextLocation, action }) => {
        const isByLink = action === 'PUSH' || action === 'REPLACE'
        const stays =
          currentLocation.pathname === nextLocation.pathname ||
          (isByLink ? [...unsaved].every(({ isInPanel }) => isInPanel) : isDialogOpen())
        // Without a session they can't be saved anyway.
        if (stays || sessionUser() === null) return false
        const isSure = confirmLoss('Leave')
        if (isByLink) return !(await isSure)
        // Returns to the page before the answer, so that a second Back closes the question.
        const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index
        void isSure.then((leaves) => leaves && history.go(steps, { ignoreBlocker: true }))
        return true
      },
    })
    return () => {
      unsaved.delete(changes)
      if (unsaved.size > 0) return
      release?.()
      release = undefined
    }
  }, [hasChanges, isKept, isInPanel, history])
}

/** Asks if unsaved changes may be lost. Resolves to true if so. */
export function confirmLoss(verb: 'Leave' | 'Close'): Promise<boolean> {
  return confirm({
    title: `${verb} without saving?`,
    message: 'Your changes are not saved yet.',
    confirmLabel: `${verb} without saving`,
    cancelLabel: 'Keep editing',
    tone: 'danger',
  })
}

onReload(() => {
  isReloading = true
})
