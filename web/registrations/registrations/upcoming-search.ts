import { slotIn } from '#web/people/identity/wanted-slot.ts'

/** Reads the number of the series in the sidebar, 0 to 3, and the slot to register for. */
export function readUpcomingSearch({ event, slot }: Record<string, unknown>): {
  event?: number
  slot?: number
} {
  const wanted = slotIn(`slot=${slot}`)
  return {
    ...(/^[0-3]$/.test(String(event)) && { event: Number(event) }),
    ...(wanted !== undefined && { slot: wanted }),
  }
}
