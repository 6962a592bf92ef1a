/** A clock that somebody moves forward. It runs on from there, or stands still while it is held. */
export type RehearsalClock = ReturnType<typeof openRehearsalClock>

/** Opens a clock at an instant, in milliseconds. */
export function openRehearsalClock(startMs: number) {
  let base = startMs
  let since = performance.now()
  let isHeld = false
  const nowMs = () => (isHeld ? base : base + performance.now() - since)
  return {
    now: () => new Date(nowMs()),
    /** Moves to an instant, never back. `holds`: the clock stands still there. */
    moveTo(instantMs: number, { holds = false } = {}): void {
      base = Math.max(instantMs, nowMs())
      since = performance.now()
      isHeld = holds
    },
  }
}
