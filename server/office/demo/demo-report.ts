import { easternInstant } from '#contract/core/season.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'

interface Attendee {
  email: string
  name: string
}

/** The people whom nobody registered: each waits for a decision. */
const strangers: readonly Attendee[] = [
  { email: 'shop.computer@example.net', name: 'Shop Computer' },
  { email: 'pat.guest@example.org', name: 'Pat (guest)' },
  { email: 'iphone.of.sam@example.com', name: 'iPhone of Sam' },
]

const minute = 60_000

/**
 * Returns a webinar platform's report as CSV, in UTC. Of twelve people, two are absent on a day or leave early. With `isOpen`, three
 * people are in it whom the portal does not know, and so wait for a decision.
 */
export function demoReport(slot: SlotTime, people: readonly Attendee[], { isOpen = false } = {}): string {
  const days = slotDays(slot)
  const rows = [...people, ...(isOpen ? strangers : [])].flatMap(({ email, name }, place) =>
    days.flatMap(({ startAt, endAt }, day) => {
      if (place % 12 === 7 && day === 0) return []
      const leavesEarly = place % 12 === 0 && day === days.length - 1
      const from = startAt.getTime() - (1 + (place % 4)) * minute
      const to = endAt.getTime() - (leavesEarly ? 70 : 0) * minute
      return [`Yes,"${name.replaceAll('"', '')}",${email},${utc(from)},${utc(to)}`]
    }),
  )
  return ['Attended,User Name,Email,Join Time,Leave Time', ...rows, ''].join('\n')
}

function utc(ms: number) {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns the first instant of a slot and the one after its last day. */
export function spanOf({ startOn, endOn, startTime, endTime }: SlotTime) {
  return { startAt: easternInstant(startOn, startTime), endAt: easternInstant(endOn, endTime) }
}
