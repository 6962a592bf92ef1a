import type { KeyboardEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** Open menus and popovers inside have their own keys. */
const controls = 'button:not([role="dialog"] *, [role="menu"] *), input:not([role="dialog"] *)'

/**
 * Makes the buttons and inputs inside an element one tab stop. Left, Right, Home and End move between them.
 * Returns the props for the element.
 */
export function useRovingFocus<Element extends HTMLElement>() {
  const region = useRef<Element>(null)
  // After each drawing, because buttons come and go.
  useLayoutEffect(() => {
    const all = controlsIn(region.current)
    const current = all.find((control) => control.dataset.stop !== undefined) ?? all[0]
    if (current) stopAt(all, current)
  })

  function onFocus({ target }: { target: EventTarget }) {
    const all = controlsIn(region.current)
    const focused = all.find((control) => control === target)
    if (focused) stopAt(all, focused)
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = controlsIn(region.current).filter((control) => !(control as HTMLButtonElement).disabled)
    const at = all.indexOf(event.target as HTMLElement)
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key]
    if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    all[Math.min(all.length - 1, Math.max(0, next))]?.focus()
  }

  return { ref: region, onFocus, onKeyDown }
}

function controlsIn(region: HTMLElement | null) {
  return [...(region?.querySelectorAll<HTMLElement>(controls) ?? [])]
}

function stopAt(all: HTMLElement[], current: HTMLElement) {
  for (const control of all) {
    control.tabIndex = control === current ? 0 : -1
    if (control === current) control.dataset.stop = ''
    else delete control.dataset.stop
  }
}
