import { sidebarFocusIds } from '#contract/events.ts'

/** Which of the sidebar's series is asked for: its place in `sidebarFocusIds`. */
export function readUpcomingSearch({ event }: Record<string, unknown>): { event?: number } {
  return String(event) in sidebarFocusIds ? { event: Number(event) } : {}
}
