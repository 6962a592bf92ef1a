import type { RefusalCode } from '#contract/core/refusals.ts'

interface DoorFacts {
  /** The slot of the registration has this day. */
  isOfDay: boolean
  /** The registration was canceled when the person came. */
  isCanceled: boolean
  /** The number of the scanned ticket; undefined if the person was found in the list. */
  ticketNumber?: number | undefined
  /** The number of the ticket that was valid then. */
  validNumber: number
}

/** Returns why somebody is not let in, or undefined. The door's phone asks it without a network, the server again. */
export function doorRefusal({
  isOfDay,
  isCanceled,
  ticketNumber,
  validNumber,
}: DoorFacts): RefusalCode | undefined {
  if (ticketNumber !== undefined && ticketNumber !== validNumber) return 'TICKET_REPLACED'
  if (isCanceled) return 'REGISTRATION_CANCELED'
  return isOfDay ? undefined : 'NOT_OF_THIS_DAY'
}
