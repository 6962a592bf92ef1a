import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'

export type { Logger }

/**
 * Writes JSON lines to stdout, or to `lines`: what happened, when, in which call. Logs nothing that could let
 * anybody in.
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

/** Formatted once per millisecond: in a rush many lines share it, and formatting costs more than the rest of a line. */
function instant(): string {
  const now = Date.now()
  if (now !== instantMs) instantWritten = `,"at":"${new Date(now).toISOString()}"`
  instantMs = now
  return instantWritten
}

/** Writes all buffered lines, so that later output follows them. */
export function flushLog(): void {
  stdout.flushSync()
}

// Lines are written together, at the latest after 20 ms: in a rush, single writes would cost more than the answers.
const stdout = pino.destination({ dest: 1, minLength: 8192, periodicFlush: 20 })
process.on('exit', flushLog)
