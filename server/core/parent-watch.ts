export type EndReason = 'SIGINT' | 'SIGTERM' | 'parent gone'

/**
 * Calls `onEnd` once, at the first reason to end: Ctrl-C, SIGTERM, or the death of the parent
 * process, even by kill -9. Ignores later reasons, because Ctrl-C reaches this process from the terminal and
 * from each process above it. Keeps nothing alive by itself.
 */
export function endWithParent(onEnd: (reason: EndReason) => void): void {
  let hasEnded = false
  const end = (reason: EndReason) => {
    if (hasEnded) return
    hasEnded = true
    onEnd(reason)
  }
  process.on('SIGINT', () => end('SIGINT'))
  process.on('SIGTERM', () => end('SIGTERM'))
  if (!process.channel) return
  process.on('disconnect', () => end('parent gone'))
  process.channel.unref()
}
