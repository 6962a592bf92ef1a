import type { RefusalCode } from '#contract/core/refusals.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays, beginOf, endOf } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'

/** The length of a code, and its characters: none looks like another, and they form no words. */
export const codeLength = 5
export const codeSigns = '2345679CDFGHJKMNPQRTVWXY'

/** The most minutes of a code, and those of one that opens immediately. */
export const mostMinutes = 240
export const minutesNow = 10

/** A code may still appear this long after the end of a day. */
const lateMs = 5 * 60_000

/** Returns a code as stored: capital letters, without spaces, hyphens or easily confused characters. */
export function readPollCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('S', '5')
    .replaceAll('Z', '2')
}

interface Facts {
  opensAt: Date
  closesAt: Date
  isWithdrawn: boolean
  /** The person is registered for the code's event. */
  isRegistered: boolean
}

/** Returns why a code is refused. A stranger learns nothing about codes that are not open. */
export function pollCodeRefusal(facts: Facts | undefined, now: Date): RefusalCode | undefined {
  if (!facts || facts.isWithdrawn) return 'POLL_CODE_UNKNOWN'
  const isOpen = facts.opensAt <= now && now < facts.closesAt
  if (!facts.isRegistered) return isOpen ? 'POLL_CODE_OTHER_EVENT' : 'POLL_CODE_UNKNOWN'
  if (isOpen) return undefined
  return now < facts.opensAt ? 'POLL_CODE_EARLY' : 'POLL_CODE_OVER'
}

/** Returns what is wrong with a code's minutes, in words. */
export function minutesProblem(
  slot: SlotTime,
  { opensAt, minutes }: { opensAt: Date; minutes: number },
  now: Date,
): string | undefined {
  if (opensAt.getTime() + minutes * 60_000 <= now.getTime()) return 'These minutes are over already'
  const isDuring = slotDays(slot).some(
    ({ startAt, endAt }) => startAt <= opensAt && opensAt.getTime() <= endAt.getTime() + lateMs,
  )
  return isDuring ? undefined : 'A code has to open while the time slot takes place'
}

/** Returns a code per hour: from its start to the next one's. Questions are numbered over all days. */
export function codesOfHours(agenda: readonly AgendaHour[]) {
  const hours = agendaDays(agenda).flatMap((day) =>
    day.hours.map((hour, place) => {
      const next = day.hours[place + 1]
      const closesAt = next ? beginOf(next).getTime() : endOf(hour).getTime() + lateMs
      return { opensAt: beginOf(hour), closesAt: new Date(closesAt) }
    }),
  )
  return hours.map(({ opensAt, closesAt }, place) => ({
    question: `Poll ${place + 1}`,
    opensAt,
    closesAt,
    minutes: Math.min(mostMinutes, Math.ceil((closesAt.getTime() - opensAt.getTime()) / 60_000)),
  }))
}
