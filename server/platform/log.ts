import type { Logger } from 'pino'
import { pino } from 'pino'

export type { Logger }

/** JSON lines on stdout: what happened, at which instant, of which call. Nothing that lets anybody in is logged. */
export function openLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  })
}
