// Moves `Date` to the suite's clock; timers stay. Each process that a run starts loads this first, and so does each page of a journey.
const ms = Number(process.env.SUITE_CLOCK_MS)
const now = Date.now
Date.now = () => now() + ms
globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) => Reflect.construct(date, given.length > 0 ? given : [date.now()], made),
})
