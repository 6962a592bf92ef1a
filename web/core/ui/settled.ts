import { startTransition, useEffect, useState } from 'react'

/** Returns false for the first render and true soon after, so that a page can draw its lower part later. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(true)))
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
