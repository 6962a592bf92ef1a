import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'

export type { Logger }

/**
 * Writes JSON lines to stdout, or to `lines`: what happened, when, in which call. Logs nothing that could let
 * anyone in, and no values of people's data.
 */
export function openLog(level: string, lines?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: withoutValues },
  }
  return pino(options, lines ?? { write: (line) => stdout.write(Buffer.from(line) as never) })
}

/** Returns an error without the parts in which PostgreSQL quotes values: keys, rows, JSON. */
function withoutValues(error: Error): object {
  const { detail: _, where: __, ...rest } = pino.stdSerializers.err(error)
  return rest
}

/** Writes all buffered lines, before later output. */
export function flushLog() {
  stdout.flushSync()
}

// Lines are written together, after 20 ms at most: single writes would cost more than the answers in a rush.
// As bytes, because text would be measured again for each line.
const stdout = pino.destination({
  dest: 1,
  contentMode: 'buffer',
  minLength: 60_000,
  maxWrite: 64_000,
  periodicFlush: 20,
})
process.on('exit', flushLog)
