import type { PointerEvent } from 'react'

/** What a cell says in one line. */
export function shownLine(text: string): string {
  return text.trim() === '' ? '–' : text
}

/** The cell of a column of texts. */
export function textCell({ getValue }: { getValue: () => string }): string {
  return shownLine(getValue())
}

/** What does not fit is read by pointing at it; a title of its own for each cell would weigh on every row that is drawn. */
export function tellWhole({ target }: PointerEvent): void {
  const element = target as HTMLElement
  if (element.childElementCount > 0 || !element.matches('td, td *:not(button, select, input)')) return
  // What stands in a line has no width of its own.
  const box = element.clientWidth > 0 ? element : (element.closest('td') ?? element)
  element.title = box.scrollWidth > box.clientWidth ? element.textContent : ''
}
