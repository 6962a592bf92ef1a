import * as z from 'zod/mini'
import { addDays, isPlainDate, type PlainDate } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'
import { listOf } from '#contract/core/wire.ts'
import { type SlotDay, type SlotTime, slotDays } from './times.ts'

/** One taught period of a slot's day. */
export interface AgendaHour {
  on: PlainDate
  /** The taught times, in order. A break or an interruption lies between two of them. */
  pieces: { startAt: Date; endAt: Date }[]
  /** The minutes of credit for it. */
  value: number
}

/** A day of an agenda, from its first taught minute to its last. */
export interface AgendaDay extends SlotDay {
  hours: AgendaHour[]
}

const fullHour = 60

const notTime = 'Has to be a time in ISO 8601'
const time = z.string({ error: notTime }).check(z.maxLength(40, { error: notTime }))
const piece = z.tuple([time, time], { error: 'Has to be two times' }).check(
  z.refine(([startAt, endAt]) => Date.parse(startAt) < Date.parse(endAt), {
    error: 'A piece of an hour has to end after it begins',
  }),
)
const notDay = 'A day is YYYY-MM-DD'
const notWorth = 'Has to be minutes of credit above 0'

/** The most hours of one statement, and the most pieces of an hour. */
const mostHours = 100
const mostPieces = 50

/** The hours of a slot as they were taught, in ISO 8601. They replace the planned ones. */
export const StatedAgenda = listOf(
  z.object(
    {
      on: z
        .string({ error: notDay })
        .check(z.maxLength(10, { error: notDay }), z.refine(isPlainDate, { error: notDay })),
      pieces: listOf(piece, mostPieces).check(z.minLength(1, { error: 'An hour has at least one piece' })),
      value: z._default(
        z
          .number({ error: notWorth })
          .check(z.positive({ error: notWorth }), z.maximum(1440, { error: notWorth })),
        fullHour,
      ),
    },
    { error: 'Has to be an object' },
  ),
  mostHours,
)

export type StatedAgenda = z.output<typeof StatedAgenda>

/** Returns the agenda that a statement describes. */
export function agendaOf(stated: StatedAgenda): AgendaHour[] {
  return stated.map(({ on, pieces, value }) => ({
    on: on as PlainDate,
    pieces: pieces.map(([startAt, endAt]) => ({ startAt: new Date(startAt), endAt: new Date(endAt) })),
    value,
  }))
}

/** Returns the statement that describes an agenda. */
export function statedOf(agenda: readonly AgendaHour[]): StatedAgenda {
  return agenda.map(({ on, pieces, value }) => ({
    on,
    pieces: pieces.map(({ startAt, endAt }): [string, string] => [
      startAt.toISOString(),
      endAt.toISOString(),
    ]),
    value,
  }))
}

/**
 * Returns the planned hours of a slot. A period begins every `periodMinutes` of elapsed time, also while the clocks change. It belongs to
 * the slot if its taught minutes fit; the last break may fall outside. A day that ends before it begins on the clock ends after midnight.
 */
export function hoursOf(
  slot: SlotTime,
  { periodMinutes, teachingMinutes }: { periodMinutes: number; teachingMinutes: number },
): AgendaHour[] {
  return slotDays(slot).flatMap(({ on, startAt, endAt }) => {
    const end = endAt > startAt ? endAt : easternInstant(addDays(on, 1), slot.endTime)
    const hours: AgendaHour[] = []
    for (let begin = startAt.getTime(); ; begin += periodMinutes * 60_000) {
      const taughtUntil = begin + teachingMinutes * 60_000
      if (taughtUntil > end.getTime()) return hours
      hours.push({
        on,
        pieces: [{ startAt: new Date(begin), endAt: new Date(taughtUntil) }],
        value: fullHour,
      })
    }
  })
}

/** Returns the days of an agenda with their hours, in order. */
export function agendaDays(agenda: readonly AgendaHour[]): AgendaDay[] {
  const sorted = agenda.toSorted((a, b) => beginOf(a).getTime() - beginOf(b).getTime())
  return [...Map.groupBy(sorted, ({ on }) => on)].map(([on, hours]) => ({
    on,
    startAt: beginOf(hours[0]),
    endAt: new Date(Math.max(...hours.map((hour) => endOf(hour).getTime()))),
    hours,
  }))
}

/** Returns when an hour begins. */
export function beginOf(hour: AgendaHour | undefined): Date {
  return hour?.pieces[0]?.startAt ?? new Date(0)
}

/** Returns when the teaching of an hour ends. */
export function endOf(hour: AgendaHour): Date {
  return hour.pieces.at(-1)?.endAt ?? new Date(0)
}

/**
 * Returns when each day hands over to the next: the middle of the night between them. So every instant belongs to one day, also if
 * people come early, leave late, or stay past midnight.
 */
export function nightsBetween(days: readonly SlotDay[]): number[] {
  return days
    .slice(1)
    .map(({ startAt }, index) => ((days[index]?.endAt.getTime() ?? 0) + startAt.getTime()) / 2)
}

/** Returns the day that an instant belongs to, or undefined if there are no days. */
export function dayAt<Day extends SlotDay>(days: readonly Day[], instant: Date): Day | undefined {
  return days[nightsBetween(days).filter((night) => night <= instant.getTime()).length]
}
