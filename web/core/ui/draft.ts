import { useEffect, useState } from 'react'
import { onReload } from '#web/core/code.ts'

/** What was typed into this form when the page was loaded again by itself; undefined when it was not. */
export function useDraft<Values>(name: string | undefined): Partial<Values> | undefined {
  const [draft] = useState(() => {
    const kept = name === undefined ? null : sessionStorage.getItem(keyOf(name))
    return kept === null ? undefined : (JSON.parse(kept) as Partial<Values>)
  })
  return draft
}

/** Keeps what `typed` gives when the page is loaded again by itself; without a name, nothing. */
export function useKeptDraft(name: string | undefined, typed: () => unknown): void {
  // Once: between keeping it and the page going away, the form may be drawn again.
  useEffect(() => {
    if (name !== undefined) sessionStorage.removeItem(keyOf(name))
  }, [name])
  useEffect(() => {
    if (name !== undefined)
      return onReload(() => sessionStorage.setItem(keyOf(name), JSON.stringify(typed())))
  })
}

function keyOf(name: string): string {
  return `draft of ${name}`
}
