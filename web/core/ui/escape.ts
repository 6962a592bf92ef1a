import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** While on, Escape calls this, and nothing below it. */
export function useEscape(onEscape: () => unknown, isOn = true): void {
  const close = useRef(onEscape)
  useLayoutEffect(() => {
    close.current = onEscape
  })
  useLayoutEffect(() => (isOn ? standOnTop(close) : undefined), [isOn])
}

/** The open layers, the top one last. */
const open: RefObject<() => unknown>[] = []

/** Puts a layer on top. Returns a function that removes it. */
function standOnTop(close: RefObject<() => unknown>): () => void {
  if (open.length === 0) addEventListener('keydown', closeTop, { capture: true })
  open.push(close)
  return () => {
    open.splice(open.indexOf(close), 1)
    if (open.length === 0) removeEventListener('keydown', closeTop, { capture: true })
  }
}

function closeTop({ key, isComposing, target }: KeyboardEvent) {
  if (key === 'Escape' && !isComposing && !isOfOpenList(target)) open.at(-1)?.current()
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
