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
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino(options, lines ?? stdout)
}

/** Writes what is still gathered, so that what is printed next comes after it. */
export function flushLog(): void {
  stdout.flushSync()
}

// Lines are written together, at the latest after 20 ms: in a rush a write for each would cost more than the answer.
const stdout = pino.destination({ dest: 1, minLength: 8192, periodicFlush: 20 })
process.on('exit', flushLog)
