import { useEffect, useReducer, useState } from 'react'

/** What time it is on the portal's clock, every second; `portalNow` is what its newest answer said. */
export function usePortalClock(portalNow: Date): Date {
  const [clock, setClock] = useState({ portalNow, aheadMs: aheadOf(portalNow) })
  const [, tick] = useReducer((count: number) => count + 1, 0)
  // Only as it arrives: later it would be taken for late.
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
