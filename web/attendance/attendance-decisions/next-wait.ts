/** Marks the answers of one wait, so that the focus finds the next ones. */
export const waitMark = { 'data-wait': '' }

/**
 * Returns a function that moves the focus on after an answer: to the next wait, else to the one before, else to the heading. It
 * remembers them before the answered one goes.
 */
export function focusOfNext(answered: HTMLElement | null): () => void {
  const waits = [...document.querySelectorAll<HTMLElement>('[data-wait]')]
  const place = answered ? waits.indexOf(answered) : -1
  const others = [...waits.slice(place + 1), ...waits.slice(0, Math.max(0, place)).toReversed()]
  return () => {
    const next = others.find((wait) => wait.isConnected)
    const target = next?.querySelector<HTMLElement>('button, a[href]') ?? document.querySelector('h1')
    target?.focus({ preventScroll: next === undefined })
  }
}
