import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'

/** Draws pages in threads, so that they do not delay requests. */
export interface Printer<Content> {
  /** Returns the drawn bytes. Rejects with the drawing's error. */
  draw(content: Content): Promise<Uint8Array>
  /** Ends the threads. Running drawings reject. */
  close(): Promise<void>
}

export interface PrinterOptions {
  /** The most threads; by default one less than the cores, at most four. */
  threads?: number
  /** Awaited before each drawing. */
  giveWay?: () => Promise<void>
}

/**
 * Opens a printer. `drawing` is a module whose default export takes a content and returns a PDF. The first
 * page starts the first thread, so opening is free.
 */
export function openPrinter<Content>(drawing: URL, options: PrinterOptions = {}): Printer<Content> {
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1))
  let pool: Piscina<Content, Uint8Array> | undefined
  let isClosed = false

  return {
    async draw(content) {
      await options.giveWay?.()
      if (isClosed) throw new Error('The printer is closed')
      pool ??= new Piscina({
        filename: drawing.href,
        minThreads: 1,
        maxThreads: threads,
        // The next page waits in the thread, so that the thread never waits for it.
        concurrentTasksPerWorker: 4,
        resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
        // A thread keeps its fonts. Starting another takes as long as a hundred pages.
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
