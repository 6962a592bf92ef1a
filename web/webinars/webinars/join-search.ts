/** Reads the slot that admits a registration for missing hours; none: its own. */
export function readJoinSearch({ slot }: Record<string, unknown>): { slot?: number } {
  return /^[1-9]\d{0,8}$/.test(String(slot)) ? { slot: Number(slot) } : {}
}
