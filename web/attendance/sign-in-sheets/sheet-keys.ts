import type { KeyboardEvent } from 'react'

/**
 * Moves the focus between a sheet's cells: Enter to the next cell, arrows up and down in the column. Returns
 * true for such a key.
 */
export function moveByKey(event: KeyboardEvent<HTMLInputElement>): boolean {
  const cells = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])]
  const steps: Record<string, number> = { Enter: 1, ArrowDown: 2, ArrowUp: -2 }
  const step = steps[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return false
  event.preventDefault()
  focusCell(cells[cells.indexOf(event.currentTarget) + step])
  return true
}

/** Puts the focus into the cell after another one. */
export function focusNext(input: HTMLInputElement): void {
  const cells = [...(input.form?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])]
  focusCell(cells[cells.indexOf(input) + 1])
}

function focusCell(cell: HTMLInputElement | undefined) {
  cell?.focus()
  cell?.select()
}
