import * as z from 'zod/mini'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays, isPlainDate } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'
import { listOf } from '#contract/core/wire.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { hasWholeHours } from '#contract/events/credit-rules/versions.ts'
import type { PlannedTime } from './breaks.ts'
import { plannedBegins } from './plan.ts'
import type { SlotDay } from './times.ts'
import { isSkipped, slotDays } from './times.ts'

/** One taught period of a slot's day. */
export interface AgendaHour {
  on: PlainDate
  /** The number of the planned hour within its day, from 1. An untaught hour leaves a gap. */
  hour: number
  /** The taught times, in order, with breaks or interruptions between them. */
  pieces: { startAt: Date; endAt: Date }[]
  /** In minutes of credit. */
  value: number
}

/** A day of an agenda, from its first taught minute to its last. */
export interface AgendaDay<Hour extends AgendaHour = AgendaHour> extends SlotDay {
  hours: Hour[]
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
const notNumber = 'Has to be the number of an hour within its day, from 1'

/** The most hours of a statement, and the most pieces of an hour. */
const mostHours = 100
const mostPieces = 50

/** A slot's hours as taught, in ISO 8601. They replace the planned ones. */
export const StatedAgenda = listOf(
  z.object(
    {
      on: z
        .string({ error: notDay })
        .check(z.maxLength(10, { error: notDay }), z.refine(isPlainDate, { error: notDay })),
      /** The number of the planned hour within its day; by default its place in the day. */
      hour: z.optional(
        z
          .int({ error: notNumber })
          .check(z.positive({ error: notNumber }), z.maximum(mostHours, { error: notNumber })),
      ),
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

export function agendaOf(stated: StatedAgenda): AgendaHour[] {
  return numbered(
    stated.map(({ on, hour, pieces, value }) => ({
      on: on as PlainDate,
      hour,
      value,
      pieces: pieces.map(([startAt, endAt]) => ({ startAt: new Date(startAt), endAt: new Date(endAt) })),
    })),
  )
}

/** Returns hours with numbers; the default is an hour's place in its day. */
export function numbered<Hour extends { on: PlainDate; hour?: number | undefined }>(
  hours: readonly Hour[],
): (Hour & { hour: number })[] {
  const places = new Map<PlainDate, number>()
  return hours.map((each) => {
    const place = (places.get(each.on) ?? 0) + 1
    places.set(each.on, place)
    return { ...each, hour: each.hour ?? place }
  })
}

/** Returns hours without the numbers that `numbered` would give. */
export function unnumbered<Hour extends AgendaHour>(
  hours: readonly Hour[],
): (Omit<Hour, 'hour'> & { hour?: number })[] {
  const places = numbered(hours.map(({ on }) => ({ on })))
  return hours.map(({ hour, ...each }, place) => ({ ...each, ...(hour !== places[place]?.hour && { hour }) }))
}

export function statedOf(agenda: readonly AgendaHour[]): StatedAgenda {
  return agenda.map(({ on, hour, pieces, value }) => ({
    on,
    hour,
    pieces: pieces.map(({ startAt, endAt }): [string, string] => [
      startAt.toISOString(),
      endAt.toISOString(),
    ]),
    value,
  }))
}

/** The figures that plan a slot's hours. */
export type PlanFigures = Pick<Figures, 'code' | 'periodMinutes' | 'teachingMinutes' | 'coursesAnHour'>

/**
 * Returns a slot's planned hours. A period begins every `periodMinutes` of elapsed time, even across a clock
 * change, and counts if its taught minutes fit; the last break may fall outside. Nobody is taught during
 * breaks. If the end time is before the start time, the day ends after midnight. A rule of whole hours
 * knows neither breaks nor courses.
 */
export function hoursOf(slot: PlannedTime, figures: PlanFigures): AgendaHour[] {
  const isWhole = hasWholeHours(figures)
  const courses = isWhole ? 1 : (figures.coursesAnHour ?? 1)
  const [period, taught] = [figures.periodMinutes, figures.teachingMinutes].map(
    (minutes) => (minutes * 60_000) / courses,
  ) as [number, number]
  return slotDays(slot).flatMap(({ on, startAt }) => {
    const nextDay = addDays(on, 1)
    const endOn = slot.endTime > slot.startTime ? on : nextDay
    // An older slot may end at a time that the clocks skip; that day has no hours.
    if (isSkipped(endOn, slot.endTime)) return []
    const at = (time: PlainTime) => easternInstant(time < slot.startTime ? endOn : on, time).getTime()
    const day = { from: startAt.getTime(), to: easternInstant(endOn, slot.endTime).getTime() }
    const breaks = isWhole ? [] : slot.breaks.map(({ from, to }) => ({ from: at(from), to: at(to) }))
    return plannedBegins(day, breaks, { period, taught }).map((begin, place) => ({
      on,
      hour: place + 1,
      pieces: [{ startAt: new Date(begin), endAt: new Date(begin + taught) }],
      value: fullHour / courses,
    }))
  })
}

/** Returns the days of an agenda with their hours, in order. */
export function agendaDays<Hour extends AgendaHour>(agenda: readonly Hour[]): AgendaDay<Hour>[] {
  const sorted = agenda.toSorted((a, b) => beginOf(a).getTime() - beginOf(b).getTime())
  return [...Map.groupBy(sorted, ({ on }) => on)].map(([on, hours]) => ({
    on,
    startAt: beginOf(hours[0]),
    endAt: new Date(Math.max(...hours.map((hour) => endOf(hour).getTime()))),
    hours,
  }))
}

export function beginOf(hour: AgendaHour | undefined): Date {
  return hour?.pieces[0]?.startAt ?? new Date(0)
}

export function endOf(hour: AgendaHour): Date {
  return hour.pieces.at(-1)?.endAt ?? new Date(0)
}

/**
 * Returns the middle of each night between two days. It assigns every instant to one day, even if people come
 * early or stay past midnight.
 */
export function nightsBetween(days: readonly SlotDay[]): number[] {
  return days
    .slice(1)
    .map(({ startAt }, index) => ((days[index]?.endAt.getTime() ?? 0) + startAt.getTime()) / 2)
}

/** Returns the day of an instant, or undefined without days. */
export function dayAt<Day extends SlotDay>(days: readonly Day[], instant: Date): Day | undefined {
  return days[nightsBetween(days).filter((night) => night <= instant.getTime()).length]
}
