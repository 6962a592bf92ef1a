import { paths } from '#contract/core/paths.ts'
import { keepReturnPath, returnPathKey } from '#web/core/session/kept-return-path.ts'

/** Stores the slot that a visitor wants to register for. The sign-in leads on to it. */
export function keepWantedSlot(eventSlotId: number): void {
  keepReturnPath(paths.upcomingEvents({ eventSlotId }))
}

/** Returns the stored slot: the emailed link contains it, because it may be opened on another device. */
export function wantedSlotId(): number | undefined {
  const [path, query] = (localStorage.getItem(returnPathKey) ?? '').split('?')
  return path === paths.upcomingEvents() ? slotIn(query) : undefined
}

/** Returns the slot that an address names as `slot`. */
export function slotIn(query: string | undefined): number | undefined {
  const slot = new URLSearchParams(query).get('slot') ?? ''
  return /^[1-9]\d{0,8}$/.test(slot) ? Number(slot) : undefined
}
