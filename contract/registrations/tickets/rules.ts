import type { RefusalCode } from '#contract/core/refusals.ts'
import type { Held } from '#contract/events/events/facts.ts'
import { isInPerson } from '#contract/events/events/facts.ts'

/** Returns why a registration has no ticket, or undefined if it has one. */
export function ticketRefusal({
  isCanceled,
  ...held
}: Held & { isCanceled: boolean }): RefusalCode | undefined {
  if (!isInPerson(held)) return 'TICKET_NOT_NEEDED'
  return isCanceled ? 'REGISTRATION_CANCELED' : undefined
}
