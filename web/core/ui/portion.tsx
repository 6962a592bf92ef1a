import type { ReactNode } from 'react'
import { useState } from 'react'
import { SmallButton } from '#web/core/ui/small-button.tsx'

const portion = 20

/** Returns the first items of a list, and a button that shows more if there are more. */
export function usePortion<Item>(items: Item[]): { shown: Item[]; more: ReactNode } {
  const [most, setMost] = useState(portion)
  return {
    shown: items.slice(0, most),
    more: items.length > most && <SmallButton onClick={() => setMost(most + portion)}>Show more</SmallButton>,
  }
}
