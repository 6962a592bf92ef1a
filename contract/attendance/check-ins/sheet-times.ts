import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { easternInstant, easternTime } from '#contract/core/season.ts'
import type { CheckIn, Visit } from './visits.ts'
import { countingCheckIns } from './visits.ts'

/** The hours before this one are in the afternoon if a typed time has neither AM nor PM: nobody arrives at 4 in the morning. */
const firstHour = 6

/** Reads a time as people type it: 8, 8:00, 752, 0752, 4p, 4:15 pm, 16:15. Returns undefined for anything else. */
export function readSheetTime(text: string): PlainTime | undefined {
  const found = /^(\d{1,2}?):?(\d{2})?\s*(?:([ap])\.?m?\.?)?$/i.exec(text.trim())
  if (!found) return undefined
  const [hour, minutes, half] = [Number(found[1]), found[2] ?? '00', found[3]?.toLowerCase()]
  const isLate = half === 'p' || (!half && hour > 0 && hour < firstHour && !found[1]?.startsWith('0'))
  if (half && (hour < 1 || hour > 12)) return undefined
  const hours = (half === 'a' && hour === 12 ? 0 : hour) + (isLate && hour < 12 ? 12 : 0)
  if (hours > 23 || Number(minutes) > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${minutes}` as PlainTime
}

/** The two times of a person on a sheet. */
export type SheetAct = 'in' | 'out'
export type SheetTimes = Record<SheetAct, PlainTime | null>

/** Returns the first known arrival and the last leaving of visits, as Eastern times. Breaks between them have no column. */
export function sheetTimes(visits: readonly Visit[]): SheetTimes {
  return { in: timeOf(visits.find(({ inAt }) => inAt)?.inAt), out: timeOf(visits.at(-1)?.outAt) }
}

/**
 * Returns the check-ins that a time on the sheet replaces. For an arrival: the first arrival with all leavings
 * before it; for a leaving: the last one. The last leaving stays if there is no arrival: it is the one of
 * the sheet.
 */
export function replacedCheckIns(checkIns: readonly CheckIn[], act: SheetAct): CheckIn[] {
  const counting = countingCheckIns(checkIns)
  if (act === 'out') return counting.slice(counting.findLastIndex(({ act }) => act === 'in') + 1)
  const first = counting.findIndex(({ act }) => act === 'in')
  if (first === -1) return counting.slice(0, -1)
  const end = counting.findIndex(({ act }, place) => place > first && act === 'out')
  return end === -1 ? counting : counting.slice(0, end)
}

interface SheetFacts {
  day: PlainDate
  /** The entered times; absent: this column was left alone. */
  entered: Partial<SheetTimes>
  /** The times after the entry. */
  times: SheetTimes
  now: Date
}

/** Returns why a person's times cannot be entered, or undefined. */
export function sheetRefusal({ day, entered, times, now }: SheetFacts): RefusalCode | undefined {
  const typed = [entered.in, entered.out].filter((time) => time != null)
  if (typed.some((time) => easternInstant(day, time) > now)) return 'TIME_TO_COME'
  const isInOrder =
    (entered.in == null || entered.in === times.in) && (entered.out == null || entered.out === times.out)
  return isInOrder && (!times.in || !times.out || times.in < times.out) ? undefined : 'LEFT_BEFORE_ARRIVAL'
}

function timeOf(instant: Date | null | undefined): PlainTime | null {
  return instant ? easternTime(instant) : null
}
