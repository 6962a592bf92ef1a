import { useIsReachable } from '#web/core/api/connection.ts'

/** Replaces the connection notice, which would cover the ticket. */
export function WorksOffline() {
  const isReachable = useIsReachable()
  return (
    <p role="status" data-works-offline>
      {!isReachable && "We can't reach the portal. Your ticket works anyway."}
    </p>
  )
}
