/**
 * Returns the CPU time of this thread during work, in ms, and of its longest turn. Other processes that need the CPU add nothing. Turns
 * that only wait are left out.
 */
export async function turnsOf(work: () => Promise<void>): Promise<{ longest: number; all: number }> {
  let [longest, all] = [0, 0]
  let before = process.threadCpuUsage()
  let next = setImmediate(endTurn)
  await work()
  clearImmediate(next)
  return { longest, all }

  function endTurn(): void {
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1000
    longest = Math.max(longest, ms)
    if (ms > 1) all += ms
    before = process.threadCpuUsage()
    next = setImmediate(endTurn)
  }
}
