import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import { yourTimes } from '#contract/events/slots/your-time.ts'
import { readingZone } from '#web/core/texts/own-zone.ts'

/** Returns a slot's days and times for a sentence, for a virtual one with the visitor's own times if they differ. */
export function slotInWords(slot: SlotTime, place: { isInPerson: boolean }): string {
  const yours = yourTimes(slot, readingZone(place))
  return `${shownSlot(slot)}${yours ? ` (${yours})` : ''}`
}
