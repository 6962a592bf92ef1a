import { startTransition, useEffect, useState } from 'react'

/** false while something is drawn for the first time, true soon after: what stands further below need not be drawn with it. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(true)))
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
