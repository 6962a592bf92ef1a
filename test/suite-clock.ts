/** The moment at which each run of the suite begins. */
const begins = Date.parse('2026-11-24T12:00:00-05:00')

// A process that another one of the run starts has the same distance to the machine's clock.
process.env.SUITE_CLOCK_MS ??= String(begins - Date.now())

/** The distance from the machine's clock to the suite's, in milliseconds. */
export const suiteClockMs = Number(process.env.SUITE_CLOCK_MS)

/** Moves the process's or the page's `Date`; timers stay. Uses no other name of this file, because its source is sent to both. */
export function moveDate(ms: number): void {
  const now = Date.now
  Date.now = () => now() + ms
  globalThis.Date = new Proxy(Date, {
    construct: (date, given, made) => Reflect.construct(date, given.length > 0 ? given : [date.now()], made),
  })
}

const preload = `--import=data:text/javascript,${encodeURIComponent(`(${moveDate})(${suiteClockMs})`)}`
const { NODE_OPTIONS: options = '' } = process.env
// Worker processes read a configuration again.
if (!options.includes(preload)) process.env.NODE_OPTIONS = `${options} ${preload}`.trim()
