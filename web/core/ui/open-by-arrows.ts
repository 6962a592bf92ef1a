import type { KeyboardEvent } from 'react'

/** Opens a drop-down whose choice acts right away. Otherwise each arrow key would choose, and act. */
export function openByArrows(event: KeyboardEvent<HTMLSelectElement>): void {
  if (!['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].includes(event.key)) return
  event.preventDefault()
  event.currentTarget.showPicker?.()
}
