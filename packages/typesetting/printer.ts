import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'

/** Draws pages in threads of their own, so that requests go on meanwhile. */
export interface Printer<Content> {
  /** The bytes that the drawing gives for this content; refuses with what the drawing throws. */
  draw(content: Content): Promise<Uint8Array>
  /** Ends the threads; drawings under way are refused. */
  close(): Promise<void>
}

/**
 * The drawing is a module whose default export takes a content and gives a PDF. The first page starts the first
 * thread, so opening costs nothing. Threads: all cores but one, four at most.
 */
export function openPrinter<Content>(drawing: URL, options: { threads?: number } = {}): Printer<Content> {
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1))
  let pool: Piscina<Content, Uint8Array> | undefined
  let isClosed = false

  return {
    async draw(content) {
      if (isClosed) throw new Error('The printer is closed')
      pool ??= new Piscina({
        filename: drawing.href,
        minThreads: 1,
        maxThreads: threads,
        // The next page waits in the thread, not across it.
        concurrentTasksPerWorker: 4,
        resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
        // A thread keeps its fonts; starting one again costs a hundred pages.
        idleTimeout: 60_000,
      })
      return pool.run(content)
    },
    async close() {
      isClosed = true
      await pool?.destroy()
    },
  }
}
