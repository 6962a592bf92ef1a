/** What had the focus last outside of all dialogs, and around it what can take it in its place. */
let home: HTMLElement[] = []
let openDialogs = 0

/** Notes what has the focus, as it comes: what opens a dialog is often disabled by the time that is there. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('#overlays')) return
    home = [target]
    for (let around = target.parentElement; around; around = around.parentElement) {
      if (around.hasAttribute('tabindex')) home.push(around)
    }
  })
}

/** Notes how wide the scrollbar is that goes while a dialog is open, so that nothing moves into its place. */
export function measureScrollbar(): void {
  const { clientWidth, style } = document.documentElement
  if (openDialogs === 0) style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
}

/** Counts a dialog as open, and keeps the page behind from scrolling; gives what counts it as closed. */
export function leaveFocusHome(): () => void {
  count(1)
  return () => count(-1)
}

function count(more: number): void {
  openDialogs += more
  document.documentElement.toggleAttribute('data-dialog', openDialogs > 0)
}

/**
 * Brings the focus back where it would get lost, once a dialog has closed: to what opened it; where that is gone, since what
 * was decided there has changed the page, and no dialog is left, to what had it last outside of all.
 */
export function returnFocus(opener: Element | null): void {
  const { activeElement, body } = document
  const isLost = !activeElement || activeElement === body || activeElement.closest('[role="dialog"]')
  if (!isLost) return
  const places = openDialogs > 0 ? [opener] : [opener, ...home]
  for (const place of places) {
    if (!(place instanceof HTMLElement) || place === body) continue
    place.focus({ preventScroll: true })
    if (document.activeElement === place) return
  }
}
