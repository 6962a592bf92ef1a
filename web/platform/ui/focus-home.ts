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

/** Counts a dialog as open; gives what counts it as closed. */
export function leaveFocusHome(): () => void {
  openDialogs++
  return () => {
    openDialogs--
  }
}

/**
 * Once the last dialog has closed, brings the focus back where it would get lost: what opened the first may be gone, since
 * what was decided there has changed the page.
 */
export function returnFocusHome(): void {
  const { activeElement, body } = document
  const isLost = !activeElement || activeElement === body || activeElement.closest('[role="dialog"]')
  if (openDialogs > 0 || !isLost) return
  home.some((element) => {
    element.focus({ preventScroll: true })
    return document.activeElement === element
  })
}
