import { useEffect, useEffectEvent } from 'react'
import { presentEverySeconds, tellPresence } from '#contract/webinars/webinar-rooms/calls.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'

/** Regularly reports that the person is in the room, while it is open and the page is visible. */
export function usePresence(seatCode: string, isOpen: boolean, onClosed: () => unknown): void {
  const tell = useEffectEvent(async () => {
    if (document.hidden) return
    try {
      await call(tellPresence, { params: { seatCode } })
    } catch (error) {
      // Any other failure does not matter: the next report follows soon.
      if (error instanceof ApiError && error.code === 'ROOM_CLOSED') onClosed()
    }
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const tellAgain = () => void tell()
    tellAgain()
    const timer = setInterval(tellAgain, presentEverySeconds * 1000)
    document.addEventListener('visibilitychange', tellAgain)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tellAgain)
    }
  }, [isOpen])
}
