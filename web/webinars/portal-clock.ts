import { useEffect, useReducer, useState } from 'react'

/** Returns the time of the portal's clock every second. `portalNow` comes from the portal's newest answer. */
export function usePortalClock(portalNow: Date): Date {
  const [clock, setClock] = useState({ portalNow, aheadMs: aheadOf(portalNow) })
  const [, tick] = useReducer((count: number) => count + 1, 0)
  // Compares the clocks at the moment the answer arrives.
  if (clock.portalNow !== portalNow) setClock({ portalNow, aheadMs: aheadOf(portalNow) })
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return new Date(Date.now() + clock.aheadMs)
}

function aheadOf(portalNow: Date): number {
  return portalNow.getTime() - Date.now()
}
