import { redirect } from '@tanstack/react-router'
import { create } from 'zustand'

export interface Visit {
  location: { hash: string; searchStr: string }
}

/**
 * The code of a mailed link that this browser was opened with, for the page it leads to. Kept in memory only, and taken out
 * of the address before anything is shown: so it stays in no history, screenshot or log.
 */
export function mailedCode(page: string, codeIn: (address: Visit['location']) => string | undefined) {
  const useCode = create<string | null>(() => null)
  return {
    useCode,
    take({ location }: Visit): void {
      const code = codeIn(location)
      if (code) useCode.setState(code)
      if (location.hash || location.searchStr) throw redirect({ to: page, replace: true })
    },
    forget: () => useCode.setState(null),
  }
}

/** The code in the fragment of a link of this portal. */
export function codeInFragment({ hash }: Visit['location']): string | undefined {
  return new URLSearchParams(hash).get('code') || undefined
}
