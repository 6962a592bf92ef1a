import { redirect } from '@tanstack/react-router'
import { create } from 'zustand'

export interface Visit {
  location: { hash: string; searchStr: string }
}

/**
 * Stores an emailed link's code for its page, only in memory. `take` removes it from the address before
 * anything is shown, so no history, screenshot or log has it.
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

/** Returns the code in the fragment of this portal's link. */
export function codeInFragment({ hash }: Visit['location']): string | undefined {
  return new URLSearchParams(hash).get('code') || undefined
}
