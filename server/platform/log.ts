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
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino(options, lines ?? stdout)
}

/** Writes the lines of a hundredth of a second together, so that in a rush a line costs little. */
const stdout: DestinationStream = {
  write(line) {
    if (!gathered) setTimeout(writeGathered, gatherMs)
    gathered += line
  },
}

const gatherMs = 10
const destination = pino.destination(1)
let gathered = ''
process.on('exit', writeGathered)

function writeGathered(): void {
  if (gathered) destination.write(gathered)
  gathered = ''
}

let instant = 0
let instantText = ''

/** In a rush many lines have the same instant. */
function timestamp(): string {
  const now = Date.now()
  if (now !== instant) {
    instant = now
    instantText = `,"at":"${new Date(now).toISOString()}"`
  }
  return instantText
}
