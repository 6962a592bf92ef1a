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
  return lines ? pino(options, lines) : pino(options)
}
