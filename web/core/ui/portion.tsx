import type { ReactNode } from 'react'
import { useState } from 'react'
import { SmallButton } from '#web/core/ui/small-button.tsx'

const portion = 20

/** Returns a list's first items, and a button for more, if any. */
export function usePortion<Item>(items: Item[]): { shown: Item[]; more: ReactNode } {
  const [most, setMost] = useState(portion)
  return {
    shown: items.slice(0, most),
    more: items.length > most && <SmallButton onClick={() => setMost(most + portion)}>Show more</SmallButton>,
  }
}
