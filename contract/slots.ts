import { easternDate, portalZone } from './season.ts'

/** When a slot takes place: from start to end time on each day from start to end date, on an Eastern clock. */
export interface SlotTime {
  /** `DD/MM/YYYY` */
  start_date: string
  end_date: string
  /** `HH:MM`, 24 hours */
  start_time: string
  end_time: string
}

/** Two slots overlap when they share a day and their times overlap; one may start when the other ends. */
export function slotsOverlap(a: SlotTime, b: SlotTime): boolean {
  const shareDay =
    isoDate(a.start_date) <= isoDate(b.end_date) && isoDate(b.start_date) <= isoDate(a.end_date)
  return shareDay && a.start_time < b.end_time && b.start_time < a.end_time
}

/** The first pair of an event's slots that overlap, or undefined. */
export function findOverlap<T extends SlotTime>(slots: readonly T[]): [T, T] | undefined {
  for (const [index, slot] of slots.entries()) {
    const other = slots.slice(index + 1).find((later) => slotsOverlap(slot, later))
    if (other) return [slot, other]
  }
  return undefined
}

/** `DD/MM/YYYY` as `YYYY-MM-DD`, which sorts. */
export function isoDate(date: string): string {
  const [day, month, year] = date.split('/')
  return `${year}-${month}-${day}`
}

export function yearOf(date: string): number {
  return Number(date.slice(6))
}

/** '09 Mar 2027', from `DD/MM/YYYY`. */
export function shownDate(date: string): string {
  const [day = '', month = '', year = ''] = date.split('/')
  return `${day} ${months[Number(month) - 1] ?? ''} ${year}`
}

/** '09 Mar 2027', or '09 Mar 2027 – 10 Mar 2027' over several days. */
export function shownDates(slot: Pick<SlotTime, 'start_date' | 'end_date'>): string {
  const start = shownDate(slot.start_date)
  return slot.start_date === slot.end_date ? start : `${start} – ${shownDate(slot.end_date)}`
}

/** '1:30 PM', from `13:30`. */
export function shownTime(time: string): string {
  const [hours = '0', minutes = '00'] = time.split(':')
  const hour = Number(hours)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** '8:00 AM - 12:00 PM Eastern': what users read. */
export function shownTimes(slot: Pick<SlotTime, 'start_time' | 'end_time'>): string {
  return `${shownTime(slot.start_time)} - ${shownTime(slot.end_time)} Eastern`
}

/** 'EST' or 'EDT': the admin's label follows the date. */
export function zoneLabel(date: string): 'EST' | 'EDT' {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: portalZone, timeZoneName: 'short' })
    .formatToParts(new Date(`${isoDate(date)}T17:00:00Z`))
    .find((part) => part.type === 'timeZoneName')?.value
  return name === 'EDT' ? 'EDT' : 'EST'
}

/** The greeting by the Eastern hour, or by the visitor's own where `hour` is given. */
export function greeting(hour: number = easternDate(new Date()).hour): string {
  if (hour >= 5 && hour <= 11) return 'Good Morning'
  if (hour >= 12 && hour <= 17) return 'Good Afternoon'
  if (hour >= 18 && hour <= 19) return 'Good Evening'
  return 'Hello'
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
