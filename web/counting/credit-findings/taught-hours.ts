import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternClock, easternInstant } from '#contract/core/season.ts'
import { spareMs } from '#contract/events/slots/agenda-rules.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { beginOf, endOf } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'

/** Returns the hours with those of a day moved later by `minutes`, negative for earlier. */
export function movedHours(hours: readonly AgendaHour[], on: PlainDate, minutes: number): AgendaHour[] {
  return hours.map((hour) => (hour.on === on ? later(hour, minutes * 60_000) : hour))
}

interface Interruption {
  from: Date
  to: Date
  /** Teaching continued until the hour was complete. Hours that follow too soon begin later. */
  goesOn: boolean
}

/** Returns the hours without an interruption. An hour that loses everything disappears. */
export function interruptedHours(
  hours: readonly AgendaHour[],
  { from, to, goesOn }: Interruption,
): AgendaHour[] {
  const left: AgendaHour[] = []
  for (const hour of hours) {
    const pieces = hour.pieces.flatMap(({ startAt, endAt }) => [
      ...kept(startAt, earlier(endAt, from)),
      ...kept(latest(startAt, to), endAt),
    ])
    const lost = lengthOf(hour.pieces) - lengthOf(pieces)
    const taught = { ...hour, pieces: goesOn && lost > 0 ? prolonged(pieces, to, lost) : pieces }
    const before = left.at(-1)
    const overlap = goesOn && before ? endOf(before).getTime() - beginOf(taught).getTime() : 0
    const isPushed = overlap > 0 && beginOf(taught) > from && before?.on === hour.on
    if (taught.pieces.length > 0) left.push(isPushed ? later(taught, overlap) : taught)
  }
  return left
}

/** Returns an hour's Eastern clock time for a time input; '' if incomplete. */
export function clockTime(instant: Date): string {
  if (Number.isNaN(instant.getTime())) return ''
  return easternClock(instant).slice(11).replace(/:00$/, '')
}

/** Returns the instant of a typed time on a slot's day, or in the night after it. An incomplete time becomes an invalid date. */
export function instantOf(slot: SlotTime, on: PlainDate, typed: string): Date {
  if (!/^\d{2}:\d{2}/.test(typed)) return new Date(Number.NaN)
  const instant = easternInstant(on, typed as PlainTime)
  const first = easternInstant(on, slot.startTime).getTime() - spareMs
  return instant.getTime() < first ? easternInstant(addDays(on, 1), typed as PlainTime) : instant
}

function later(hour: AgendaHour, ms: number): AgendaHour {
  const moved = (instant: Date) => new Date(instant.getTime() + ms)
  return {
    ...hour,
    pieces: hour.pieces.map(({ startAt, endAt }) => ({ startAt: moved(startAt), endAt: moved(endAt) })),
  }
}

/** Adds the lost time to the last piece after the interruption, or as its own piece. */
function prolonged(pieces: AgendaHour['pieces'], to: Date, lost: number): AgendaHour['pieces'] {
  const last = pieces.at(-1)
  if (!last || last.startAt < to) {
    return [...pieces, { startAt: to, endAt: new Date(to.getTime() + lost) }]
  }
  return [...pieces.slice(0, -1), { startAt: last.startAt, endAt: new Date(last.endAt.getTime() + lost) }]
}

function kept(startAt: Date, endAt: Date): AgendaHour['pieces'] {
  return startAt < endAt ? [{ startAt, endAt }] : []
}

function lengthOf(pieces: AgendaHour['pieces']) {
  return pieces.reduce((total, { startAt, endAt }) => total + endAt.getTime() - startAt.getTime(), 0)
}

function earlier(a: Date, b: Date) {
  return a < b ? a : b
}

function latest(a: Date, b: Date) {
  return a > b ? a : b
}
