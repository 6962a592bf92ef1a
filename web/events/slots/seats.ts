import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'

/** Returns 'Full', '3 seats left', or '' while there are many or no limit. */
export function seatsWords(seatsLeft: number | null): string {
  if (seatsLeft === null) return ''
  return seatsLeft <= 0 ? 'Full' : `${counted(seatsLeft, 'seat')} left`
}

/**
 * Returns how full a slot is, for administrators: 'Full: 41 of 40 seats', '12 of 40 seats left'; '' without a
 * limit. With offered seats, a full slot says both: 'Full: 5 of 4 seats taken, 1 offered'.
 */
export function fullness(
  { capacity, seatsLeft }: Pick<AdminSlot, 'capacity' | 'seatsLeft'>,
  offered = 0,
): string {
  if (capacity === null || seatsLeft === null) return ''
  const seats = counted(capacity, 'seat')
  if (seatsLeft > 0) return `${shownCount(seatsLeft)} of ${seats} left`
  const full = `Full: ${shownCount(capacity - seatsLeft - offered)} of ${seats}`
  return offered > 0 ? `${full} taken, ${shownCount(offered)} offered` : full
}
