/**
 * Calls `onEnd` once: after Ctrl-C, SIGTERM, or the parent's death, even by kill -9. Ctrl-C reaches this
 * process from the terminal and from each process above it.
 */
export function endWithParent(onEnd: () => void) {
  let hasEnded = false
  const end = () => {
    if (!hasEnded) onEnd()
    hasEnded = true
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  if (!process.channel) return
  process.on('disconnect', end)
  process.channel.unref()
}
