import { useEffect } from 'react'
import { sessionUser } from '#web/core/session/session.ts'

/** Returns what the signed-in person typed into this form before a reload or the session's end. */
export function readKept<Typed>(name: string): Typed | undefined {
  const kept = sessionStorage.getItem(keyOf(name))
  return kept === null ? undefined : (JSON.parse(kept) as Typed)
}

/**
 * Stores in this tab what is typed into a form, until the form closes; a reload or the session's end does not
 * close it. With `survivesLeaving` it stays until `forgetKept`. Stores nothing while `typed` or `name` is
 * undefined.
 */
export function useKept(
  name: string | undefined,
  typed: unknown,
  { survivesLeaving = false }: { survivesLeaving?: boolean } = {},
): void {
  const text = name === undefined || typed === undefined ? undefined : JSON.stringify(typed)
  useEffect(() => {
    if (name === undefined) return
    if (text === undefined) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), text)
  }, [name, text])
  useEffect(() => {
    if (name === undefined || survivesLeaving) return
    const key = keyOf(name)
    return () => {
      // Without a session the key is different, and the entry stays.
      if (keyOf(name) === key) sessionStorage.removeItem(key)
    }
  }, [name, survivesLeaving])
}

/** Forgets what was typed into this form, because it was sent. */
export function forgetKept(name: string): void {
  sessionStorage.removeItem(keyOf(name))
}

function keyOf(name: string) {
  return `unsaved ${name} of ${sessionUser()?.userId}`
}
