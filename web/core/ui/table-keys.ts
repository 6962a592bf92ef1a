import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useState } from 'react'

interface TableKeys {
  /** The element that scrolls. Its rows have `data-index`. */
  region: RefObject<HTMLElement | null>
  count: number
  pageKey: string
  /** Scrolls a row into sight, so that it is drawn. */
  show: (index: number) => void
  onToggle: (index: number, isRange: boolean) => void
  onEnter: (index: number, row: HTMLElement) => void
}

/** Moves through rows with Arrow, Home, End and Page keys. Space selects a row, Enter opens its menu. */
export function useTableKeys({ region, count, pageKey, show, onToggle, onEnter }: TableKeys) {
  const [active, setActive] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other rows
  useEffect(() => setActive(undefined), [pageKey])
  // The row can take the focus only after it is drawn.
  useEffect(() => {
    if (active === undefined || !region.current?.contains(document.activeElement)) return
    rowAt(region.current, active)?.focus({ preventScroll: true })
  }, [active, region])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    // Controls inside a row have their own keys.
    const isOnRow = target.matches('tr[data-index]')
    const isOnHead = event.key === 'ArrowDown' && target.closest('thead') !== null
    if (
      !(isOnRow || isOnHead || target === event.currentTarget) ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return
    const at = isOnRow ? Number(target.dataset.index) : undefined
    const next = destinationOf(event.key, at, count)
    if (next !== undefined) {
      event.preventDefault()
      if (event.shiftKey && at !== undefined && next !== at) onToggle(next, true)
      show(next)
      setActive(next)
      rowAt(event.currentTarget, next)?.focus({ preventScroll: true })
    } else if (at !== undefined && event.key === ' ') {
      event.preventDefault()
      onToggle(at, event.shiftKey)
    } else if (at !== undefined && event.key === 'Enter') {
      event.preventDefault()
      onEnter(at, target)
    } else if (isOnRow && event.key === 'Escape') {
      setActive(undefined)
      event.currentTarget.focus({ preventScroll: true })
    }
  }

  return { active, onKeyDown }
}

const portion = 10

/** Returns the row that a key moves to, or undefined for other keys. */
function destinationOf(key: string, from: number | undefined, count: number) {
  const steps: Record<string, number> = {
    ArrowDown: from === undefined ? 0 : from + 1,
    ArrowUp: from === undefined ? 0 : from - 1,
    PageDown: (from ?? 0) + portion,
    PageUp: (from ?? 0) - portion,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  return to === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, to))
}

function rowAt(region: HTMLElement, index: number): HTMLElement | null {
  return region.querySelector(`tr[data-index="${index}"]`)
}
