import { paths } from '#contract/core/paths.ts'
import { keepReturnPath, returnPathKey } from '#web/core/session/kept-return-path.ts'

/** Stores the slot to register for. The sign-in leads to it. */
export function keepWantedSlot(eventSlotId: number): void {
  keepReturnPath(paths.upcomingEvents({ eventSlotId }))
}

/** Returns the stored slot for the emailed link, which may be opened on another device. */
export function wantedSlotId(): number | undefined {
  const [path, query] = (localStorage.getItem(returnPathKey) ?? '').split('?')
  return path === paths.upcomingEvents() ? slotIn(query) : undefined
}

/** Returns the slot in an address's `slot`. */
export function slotIn(query: string | undefined): number | undefined {
  const slot = new URLSearchParams(query).get('slot') ?? ''
  return /^[1-9]\d{0,8}$/.test(slot) ? Number(slot) : undefined
}
