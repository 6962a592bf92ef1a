import { redirect } from '@tanstack/react-router'
import { create } from 'zustand'

export interface Visit {
  location: { hash: string; searchStr: string }
}

/**
 * Holds the code of an emailed link for its page. The code is only in memory: `take` removes it from the address before
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

/** Returns the code in the fragment of a link of this portal. */
export function codeInFragment({ hash }: Visit['location']): string | undefined {
  return new URLSearchParams(hash).get('code') || undefined
}
