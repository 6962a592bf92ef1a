import { type RefObject, useLayoutEffect, useRef } from 'react'

/** While it is on, Escape is for this, before what it stands in or above. */
export function useEscape(onEscape: () => unknown, isOn = true): void {
  const close = useRef(onEscape)
  useLayoutEffect(() => {
    close.current = onEscape
  })
  useLayoutEffect(() => (isOn ? standOnTop(close) : undefined), [isOn])
}

/** What closes each that is open, the one on top last. */
const open: RefObject<() => unknown>[] = []

/** Lets Escape close this one before those below; gives what ends that. */
function standOnTop(close: RefObject<() => unknown>): () => void {
  if (open.length === 0) addEventListener('keydown', closeTop, { capture: true })
  open.push(close)
  return () => {
    open.splice(open.indexOf(close), 1)
    if (open.length === 0) removeEventListener('keydown', closeTop, { capture: true })
  }
}

function closeTop({ key, isComposing, target }: KeyboardEvent): void {
  // An open list of choices is closed before the dialog that it is in.
  const isListOpen =
    target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (key === 'Escape' && !isComposing && !isListOpen) open.at(-1)?.current()
}
