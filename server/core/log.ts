import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'

export type { Logger }

/**
 * JSON lines on stdout, or where `lines` takes them: what happened, at which instant, of which call. Nothing that lets
 * anybody in is logged.
 */
export function openLog(level: string, lines?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: instant,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino(options, lines ?? stdout)
}

let instantMs = Number.NaN
let instantWritten = ''

/** Written once a millisecond: in a rush many lines have the same, and writing it costs more than the rest of a line. */
function instant(): string {
  const now = Date.now()
  if (now !== instantMs) instantWritten = `,"at":"${new Date(now).toISOString()}"`
  instantMs = now
  return instantWritten
}

/** Writes what is still gathered, so that what is printed next comes after it. */
export function flushLog(): void {
  stdout.flushSync()
}

// Lines are written together, at the latest after 20 ms: in a rush a write for each would cost more than the answer.
const stdout = pino.destination({ dest: 1, minLength: 8192, periodicFlush: 20 })
process.on('exit', flushLog)
