import type { AttendanceVisit } from '#contract/attendance/attendances/readings.ts'
import type { SlotDay, SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** A visit from one instant to another. */
export interface Stay {
  joinedAt: Date
  leftAt: Date
}

/**
 * Returns when a person attended; undefined for hosts, for a waiting room, and without a start. A visit
 * without a usable end has no minutes, but its person came.
 */
export function stayOf({
  role,
  isWaiting,
  joinedAt,
  leftAt,
}: Omit<AttendanceVisit, 'medium'>): Stay | undefined {
  if (role === 'host' || isWaiting || !joinedAt) return undefined
  return { joinedAt, leftAt: leftAt && leftAt > joinedAt ? leftAt : joinedAt }
}

/** Returns the whole minutes of all visits. Overlapping visits, such as from two devices, count once. */
export function attendedMinutes(stays: readonly Stay[]): number {
  let ms = 0
  let countedUntil = 0
  for (const { joinedAt, leftAt } of stays.toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())) {
    ms += Math.max(0, leftAt.getTime() - Math.max(joinedAt.getTime(), countedUntil))
    countedUntil = Math.max(countedUntil, leftAt.getTime())
  }
  return Math.floor(ms / minuteMs)
}

/**
 * Returns true if a visit belongs to these days' slot, when other slots share its webinar and therefore its
 * report. A visit that overlaps no slot belongs to each, so nothing is lost.
 */
export function isStayAt(
  days: readonly SlotDay[],
  otherDays: readonly SlotDay[],
  { joinedAt, leftAt }: Stay,
): boolean {
  const overlaps = ({ startAt, endAt }: SlotDay) => joinedAt <= endAt && leftAt >= startAt
  return days.some(overlaps) || !otherDays.some(overlaps)
}

// Webinar platforms write a report minutes after the end and correct it for about a day.
const fetchedMinutesAfter = [10, 70, dayMinutes, 3 * dayMinutes]

/** Older due times are skipped: an administrator fetches or uploads the report. */
const forgottenAfterDays = 14

/** Returns true if a slot's report is due; for several days, after each. `askedAt`: the last fetch. */
export function isFetchDue(slot: SlotTime, askedAt: Date | null, now: Date): boolean {
  const since = Math.max(askedAt?.getTime() ?? 0, now.getTime() - forgottenAfterDays * dayMinutes * minuteMs)
  return fetchTimes(slot).some((time) => time > since && time <= now.getTime())
}

/** Returns the next automatic fetch; null: none. */
export function nextFetchAt(slot: SlotTime, now: Date): Date | null {
  const coming = fetchTimes(slot).filter((time) => time > now.getTime())
  return coming.length === 0 ? null : new Date(Math.min(...coming))
}

/** The days, counted from today, on which a slot with a due report may end. */
export const fetchedDays = { from: -(forgottenAfterDays + 4), to: 0 } as const

function fetchTimes(slot: SlotTime): number[] {
  return slotDays(slot).flatMap(({ endAt }) =>
    fetchedMinutesAfter.map((minutes) => endAt.getTime() + minutes * minuteMs),
  )
}

/**
 * The rows of a report that an upgrade can set aside separately. People set aside a whole report, or one of
 * its days.
 */
export const reportParts = ['visits', 'answers'] as const
export type ReportPart = (typeof reportParts)[number]
