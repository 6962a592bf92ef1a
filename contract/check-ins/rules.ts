import type { RefusalCode } from '#contract/core/refusals.ts'

interface DoorFacts {
  /** Whether the slot of the registration has this day. */
  isOfDay: boolean
  isCanceled: boolean
  /** The number of the scanned ticket; undefined if the person was found in the list. */
  ticketNumber?: number | undefined
  /** The number of the ticket that lets in. */
  validNumber: number
  /** The scan waited for the network: the person was let in on this day. */
  hasWaited?: boolean
}

/** Returns why somebody is not let in, or undefined. The door's phone asks it without a network, the server again. */
export function doorRefusal({
  isOfDay,
  isCanceled,
  ticketNumber,
  validNumber,
  hasWaited = false,
}: DoorFacts): RefusalCode | undefined {
  if (!hasWaited && ticketNumber !== undefined && ticketNumber !== validNumber) return 'TICKET_REPLACED'
  if (!hasWaited && isCanceled) return 'REGISTRATION_CANCELED'
  return isOfDay ? undefined : 'NOT_OF_THIS_DAY'
}
