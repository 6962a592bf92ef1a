import * as z from 'zod/mini'

/** A day without a time zone, `YYYY-MM-DD`. It compares and sorts as text, and PostgreSQL writes it the same way. */
export type PlainDate = `${number}-${number}-${number}`

/** A time of day without a time zone, 24-hour `HH:MM`. */
export type PlainTime = `${number}:${number}`

/** `DD/MM/YYYY` on the wire. */
export const wireDate = z.codec(
  z.string().check(z.regex(/^\d{2}\/\d{2}\/\d{4}$/)),
  z.custom<PlainDate>((value) => typeof value === 'string'),
  { decode: readDate, encode: writtenDate },
)

/** `HH:MM` on the wire. */
export const wireTime = z
  .string()
  .check(z.regex(/^\d{2}:\d{2}$/)) as z.ZodMiniType as z.ZodMiniType<PlainTime>

/** Returns a schema for a given calendar day, `DD/MM/YYYY` on the wire. */
/* @__NO_SIDE_EFFECTS__ */
export function givenDate(message: string) {
  const isDay = (text: string) => isPlainDate(readDate(text))
  return z.codec(
    z
      .string({ error: message })
      .check(z.regex(/^\d{2}\/\d{2}\/\d{4}$/, { error: message }), z.refine(isDay, { error: message })),
    z.custom<PlainDate>((value) => typeof value === 'string'),
    { decode: readDate, encode: writtenDate },
  )
}

/** Returns a schema for a given time of day, 24-hour `HH:MM` on the wire. */
/* @__NO_SIDE_EFFECTS__ */
export function givenTime(message: string) {
  return z
    .string({ error: message })
    .check(
      z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: message }),
    ) as z.ZodMiniType as z.ZodMiniType<PlainTime>
}

/** Returns true if the calendar has this day. */
export function isPlainDate(text: string): text is PlainDate {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Reads `DD/MM/YYYY`. */
export function readDate(date: string): PlainDate {
  const [day, month, year] = date.split('/')
  return `${year}-${month}-${day}` as PlainDate
}

/** Writes `DD/MM/YYYY`. */
export function writtenDate(date: PlainDate): string {
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

export function yearOf(date: PlainDate): number {
  return Number(date.slice(0, 4))
}

export function addDays(date: PlainDate, days: number): PlainDate {
  const day = new Date(date)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10) as PlainDate
}

/** Returns every day from the first to the last, both included. */
export function daysBetween(first: PlainDate, last: PlainDate): PlainDate[] {
  const days: PlainDate[] = []
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += 86_400_000) {
    days.push(new Date(ms).toISOString().slice(0, 10) as PlainDate)
  }
  return days
}

/** '09 Mar 2027' */
export function shownDate(date: PlainDate): string {
  const [year, month, day] = date.split('-')
  return `${day} ${months[Number(month) - 1] ?? ''} ${year}`
}

/** 'Tue 09 Mar 2027' */
export function shownDay(date: PlainDate): string {
  return `${weekdays[new Date(date).getUTCDay()]} ${shownDate(date)}`
}

/** '1:30 PM' */
export function shownTime(time: PlainTime): string {
  const [hours, minutes] = time.split(':')
  const hour = Number(hours)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
