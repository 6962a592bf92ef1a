import { Worker } from 'node:worker_threads'
import type { PreparedReading } from './attendance-preparing.ts'
import type { Unread } from './attendance-reading.ts'
import type { SentWith } from './attendance-tables.ts'

/** A file that takes longer, or more memory, is no report. */
const mostMs = 60_000
const mostMegabytes = 1536

const tooHeavy = 'This file takes too long to read. Please export it again as CSV, or split it.'

/** Reads and prepares a file in a thread of its own, so that a large one delays nobody else, and a hostile one ends only its thread. */
export function readAttendanceApart(
  bytes: Uint8Array,
  sentWith: SentWith,
): Promise<PreparedReading | Unread> {
  const worker = new Worker(new URL('./attendance-thread.ts', import.meta.url), {
    workerData: { bytes, sentWith },
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const timer = setTimeout(() => void worker.terminate(), mostMs)
  return new Promise<PreparedReading | Unread>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (problem: NodeJS.ErrnoException) => {
      if (problem.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ refused: tooHeavy })
      else reject(problem)
    })
    worker.once('exit', () => resolve({ refused: tooHeavy }))
  }).finally(() => clearTimeout(timer))
}
