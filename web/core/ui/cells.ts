import type { PointerEvent } from 'react'

/** Returns a cell's text, or a dash. */
export function shownLine(text: string): string {
  return text.trim() === '' ? '–' : text
}

export function textCell({ getValue }: { getValue: () => string }): string {
  return shownLine(getValue())
}

/**
 * On hover, sets the title of a cell whose text is shortened (`data-whole`) or cut off. A title for every
 * cell would slow down each row.
 */
export function tellWhole({ target }: PointerEvent): void {
  const element = target as HTMLElement
  if (element.childElementCount > 0 || !element.matches('td, td *:not(button, select, input)')) return
  // An inline element has no width of its own.
  const box = element.clientWidth > 0 ? element : (element.closest('td') ?? element)
  const cut = box.scrollWidth > box.clientWidth ? element.textContent : ''
  element.title = element.dataset.whole ?? cut
}
