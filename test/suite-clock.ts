import { join } from 'node:path'

/** The moment at which each run of the suite begins. */
const begins = Date.parse('2026-11-24T12:00:00-05:00')

/** The program that moves `Date`. It is CommonJS, because a thread from a text loads nothing else first. */
export const movedDate = join(import.meta.dirname, 'moved-date.cjs')

// A process that another one of the run started is moved already, by the same distance.
if (process.env.SUITE_CLOCK_MS === undefined) {
  process.env.SUITE_CLOCK_MS = String(begins - Date.now())
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require="${movedDate}"`
}

/** The distance from the machine's clock to the suite's, in milliseconds. */
export const suiteClockMs = Number(process.env.SUITE_CLOCK_MS)
