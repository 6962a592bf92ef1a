/** The last focused element outside of all dialogs, and its focusable ancestors. */
let home: HTMLElement[] = []
let openDialogs = 0
let steps: MutationObserver | undefined

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
  steps?.disconnect()
  const overlays = document.querySelector('#overlays')
  if (openDialogs === 0 || !overlays) return
  steps = new MutationObserver(focusStep)
  steps.observe(overlays, { childList: true, subtree: true })
}

/** Focuses the new content of the top dialog if the old content was replaced together with the focus. */
function focusStep() {
  if (!isNowhere(document.activeElement)) return
  const dialogs = around()
  focusFirst([dialogs[0]?.querySelector('[data-autofocus]') ?? null, ...dialogs])
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
 * a function that restores a lost focus once the page is drawn: to the button, or to a place around it.
 */
export function holdFocus(): () => void {
  const held = document.activeElement
  if (isNowhere(held)) return () => undefined
  return () =>
    void requestAnimationFrame(() => {
      const { activeElement } = document
      // A closed question leaves the focus around the button while that is disabled.
      if (!isNowhere(activeElement) && (activeElement === held || !activeElement?.contains(held))) return
      focusFirst([held, ...around()])
    })
}

function isNowhere(focused: Element | null) {
  return focused === null || focused === document.body
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
