import type { RouterHistory } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** While on, Escape and the browser's Back call this, and nothing below it. */
export function useEscape(onEscape: () => unknown, isOn = true): void {
  const history: RouterHistory = useRouter().history
  const close = useRef(onEscape)
  useLayoutEffect(() => {
    close.current = onEscape
  })
  useLayoutEffect(() => (isOn ? standOnTop(close, history) : undefined), [isOn, history])
}

/** Returns true while a dialog is open, which the browser's Back closes. */
export function isDialogOpen(): boolean {
  return open.length > 0
}

/** The open layers, the top one last. */
const open: RefObject<() => unknown>[] = []
let release: (() => void) | undefined

/** Puts a layer on top. Returns a function that removes it. */
function standOnTop(close: RefObject<() => unknown>, history: RouterHistory): () => void {
  if (open.length === 0) {
    addEventListener('keydown', closeByKey, { capture: true })
    release = history.block({ enableBeforeUnload: false, blockerFn: closeByHistory })
  }
  open.push(close)
  return () => {
    open.splice(open.indexOf(close), 1)
    if (open.length > 0) return
    removeEventListener('keydown', closeByKey, { capture: true })
    release?.()
  }
}

function closeByKey({ key, isComposing, target }: KeyboardEvent) {
  if (key === 'Escape' && !isComposing && !isOfOpenList(target)) open.at(-1)?.current()
}

/** Closes the top layer on Back or Forward. Returns true if the page stays. */
function closeByHistory({ action }: { action: string }) {
  const isByLink = action === 'PUSH' || action === 'REPLACE'
  if (!isByLink) open.at(-1)?.current()
  return !isByLink
}

/**
 * Returns true if the focus is in an open list or menu, or on the control that opened it. That one closes
 * before the dialog around it.
 */
function isOfOpenList(target: EventTarget | null) {
  if (!(target instanceof Element)) return false
  const isControl = target.matches('[aria-haspopup="menu"][aria-expanded="true"]')
  return isControl || target.closest('[data-mantine-stop-propagation="true"], [role="menu"]') !== null
}
