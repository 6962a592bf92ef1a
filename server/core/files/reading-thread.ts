import { Piscina } from 'piscina'
import { openTurns } from '#server/core/turns.ts'

interface Refused {
  refused: string
}

/** The module and the function that read a file in the thread. */
interface Reader {
  module: URL
  name: string
  mostMegabytes: number
}

/**
 * Opens a reader of files with one thread, which the first file starts, and which stays. A file that takes more memory, or more time than
 * `mostMs`, is refused and ends the thread, and the next file gets another one.
 */
export function openReadingThread<Sent, Read>({ module, name, mostMegabytes }: Reader) {
  let thread: Piscina | undefined
  const turns = openTurns(0)
  return function readApart(sent: Sent, mostMs = 60_000): Promise<Read | Refused> {
    return turns.next(async () => {
      thread ??= new Piscina({
        filename: module.href,
        name,
        minThreads: 1,
        maxThreads: 1,
        resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
      })
      try {
        return (await thread.run(sent, { signal: AbortSignal.timeout(mostMs) })) as Read
      } catch (problem) {
        const { name, code } = problem as NodeJS.ErrnoException
        if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return { refused: tooHeavy }
        throw problem
      }
    })
  }
}

const tooHeavy = 'This file takes too long to read. Please export it again as CSV, or split it.'
