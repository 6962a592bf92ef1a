/** The last focused element outside of all dialogs, and its focusable ancestors. */
let home: HTMLElement[] = []
/** The last focused element. */
let last: Element | undefined
let openDialogs = 0
let replaced: MutationObserver | undefined

/** Records each focus when it happens, because a dialog's opener is often disabled when it opens. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    last = target
    if (target.closest('#overlays')) return
    home = [target]
    for (let around = target.parentElement; around; around = around.parentElement) {
      if (around.hasAttribute('tabindex')) home.push(around)
    }
  })
}

/** Records the width of the scrollbar, which disappears while a dialog is open, so that nothing moves. */
export function measureScrollbar(): void {
  const { clientWidth, style } = document.documentElement
  if (openDialogs === 0) style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
}

/** Counts a dialog as open and stops the page behind it from scrolling. Returns a function that counts it as closed. */
export function leaveFocusHome(): () => void {
  count(1)
  return () => count(-1)
}

function count(more: number) {
  openDialogs += more
  document.documentElement.toggleAttribute('data-dialog', openDialogs > 0)
  replaced?.disconnect()
  const overlays = document.querySelector('#overlays')
  if (openDialogs === 0 || !overlays) return
  replaced = new MutationObserver(focusNext)
  replaced.observe(overlays, { childList: true, subtree: true })
}

/** Focuses the row beside a removed one, or the new content of a dialog, if the focus went with the old content. */
function focusNext(changes: MutationRecord[]) {
  if (!last || !isNowhere(document.activeElement)) return
  const lost = last
  const removal = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))
  // A closed dialog returns the focus to its opener.
  if (!(removal?.target instanceof HTMLElement && removal.target.closest('[role="dialog"]'))) return
  const { target, nextSibling, previousSibling } = removal
  const neighbor = [nextSibling, previousSibling].find(isThere)
  const choice = target.parentElement?.querySelector('[data-autofocus]') ?? null
  focusFirst(neighbor ? [place(neighbor)] : [choice, ...around()])
}

function isThere(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.isConnected
}

/**
 * Restores a focus lost to a closed dialog: to its opener. If that is gone or disabled, to the top dialog;
 * without one, to the last focused place outside dialogs.
 */
export function returnFocus(opener: Element | null): void {
  const { activeElement } = document
  if (isNowhere(activeElement) || activeElement?.closest('[role="dialog"]')) focusFirst([opener, ...around()])
}

/**
 * Records the focus before an act, whose button is disabled while it runs and may be gone afterward. Returns
 * a function that restores a lost focus once the page is drawn: to the button, or to what was around it.
 */
export function holdFocus(): () => void {
  const held = document.activeElement
  if (isNowhere(held)) return () => undefined
  const trail: Element[] = []
  for (let each = held; each && each !== document.body; each = each.parentElement) {
    trail.push(each)
    if (each.matches('[role="dialog"]')) break
  }
  return () => {
    const { activeElement: before } = document
    requestAnimationFrame(() => {
      const { activeElement } = document
      // A closed question leaves the focus around the button while that is disabled.
      const isAround = trail.indexOf(activeElement as Element) > 0 && activeElement === before
      if (!isNowhere(activeElement) && !isAround) return
      // A plain box says nothing about the place.
      const left = trail
        .slice(1)
        .find((each) => each.isConnected && !each.matches('div:not([tabindex]), span'))
      focusFirst([held, left ? place(left) : null, ...around()])
    })
  }
}

function isNowhere(focused: Element | null) {
  return focused === null || focused === document.body
}

/** Lets an element take the focus until it loses it, so that Tab continues there. */
function place(element: Element): Element {
  if (!element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1')
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  return element
}

function around(): Element[] {
  return openDialogs > 0 ? [...document.querySelectorAll('[role="dialog"]')].reverse() : home
}

/** Focuses the first place that takes the focus. */
function focusFirst(places: (Element | null)[]) {
  for (const place of places) {
    if (!(place instanceof HTMLElement) || place === document.body) continue
    place.focus({ preventScroll: true })
    if (document.activeElement === place) return
  }
}
