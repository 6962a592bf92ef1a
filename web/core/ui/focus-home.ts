/** The last focused element outside of all dialogs, and its focusable ancestors. */
let home: HTMLElement[] = []
let openDialogs = 0

/** Records each focus when it happens, because a dialog's opener is often disabled when it opens. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('#overlays')) return
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
}

/**
 * Restores a focus lost to a closed dialog: to its opener. If that is gone or disabled, to the top dialog;
 * without one, to the last focused place outside dialogs.
 */
export function returnFocus(opener: Element | null): void {
  const { activeElement, body } = document
  const isLost = !activeElement || activeElement === body || activeElement.closest('[role="dialog"]')
  if (!isLost) return
  const dialogs = [...document.querySelectorAll('[role="dialog"]')]
  const places = [opener, ...(openDialogs > 0 ? dialogs.reverse() : home)]
  for (const place of places) {
    if (!(place instanceof HTMLElement) || place === body) continue
    place.focus({ preventScroll: true })
    if (document.activeElement === place) return
  }
}
