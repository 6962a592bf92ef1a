import { useEffect } from 'react'
import { sessionUser } from '#web/core/session/session.ts'

/** What was typed into the form of this name, by whoever is signed in, when their session ended or the page was loaded again. */
export function readLastingDraft<Typed>(name: string): Typed | undefined {
  const kept = sessionStorage.getItem(lastingKeyOf(name))
  return kept === null ? undefined : (JSON.parse(kept) as Typed)
}

/**
 * Keeps what is typed (as JSON) while it is typed, in this tab: it outlives the session that it was typed in. undefined: nothing is;
 * nor does anything stay once the form is left by its person.
 */
export function useLastingDraft(name: string, typed: string | undefined): void {
  useEffect(() => {
    if (typed === undefined) sessionStorage.removeItem(lastingKeyOf(name))
    else sessionStorage.setItem(lastingKeyOf(name), typed)
  }, [name, typed])
  useEffect(() => {
    const key = lastingKeyOf(name)
    return () => {
      if (sessionUser()) sessionStorage.removeItem(key)
    }
  }, [name])
}

function lastingKeyOf(name: string): string {
  return `draft of ${name} by ${sessionUser()?.userId}`
}
