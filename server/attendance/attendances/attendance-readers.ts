import { Piscina } from 'piscina'
import { openTurns } from '#server/core/turns.ts'
import type { PreparedReading } from './attendance-preparing.ts'
import type { Unread } from './attendance-reading.ts'
import type { SentWith } from './attendance-tables.ts'

const tooHeavy = 'This file takes too long to read. Please export it again as CSV, or split it.'

/** Reads and prepares files in a thread, so that other calls are answered meanwhile. */
export const readAttendanceApart = openReader(512)

/**
 * Opens a reader of files with one thread, which the first file starts, and which stays. A file that takes more memory, or more time than
 * `mostMs`, is no report: it is refused and ends the thread, and the next file gets another one.
 */
export function openReader(mostMegabytes: number) {
  let thread: Piscina | undefined
  const turns = openTurns(0)
  return function readApart(
    bytes: Uint8Array,
    sentWith: SentWith,
    mostMs = 60_000,
  ): Promise<PreparedReading | Unread> {
    return turns.next(async () => {
      thread ??= new Piscina({
        filename: new URL('./attendance-preparing.ts', import.meta.url).href,
        name: 'prepareFile',
        minThreads: 1,
        maxThreads: 1,
        resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
      })
      try {
        return await thread.run({ bytes, sentWith }, { signal: AbortSignal.timeout(mostMs) })
      } catch (problem) {
        const { name, code } = problem as NodeJS.ErrnoException
        if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return { refused: tooHeavy }
        throw problem
      }
    })
  }
}
