/** Reads the number of the series in the sidebar: 0 to 3. */
export function readUpcomingSearch({ event }: Record<string, unknown>): { event?: number } {
  return /^[0-3]$/.test(String(event)) ? { event: Number(event) } : {}
}
