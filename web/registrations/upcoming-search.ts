/** Which of the sidebar's series is asked for: 0 to 3. */
export function readUpcomingSearch({ event }: Record<string, unknown>): { event?: number } {
  return /^[0-3]$/.test(String(event)) ? { event: Number(event) } : {}
}
