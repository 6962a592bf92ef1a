import { explainHour } from '#contract/credits/explain.ts'
import type { HourCode, HourFinding } from '#contract/credits/findings.ts'
import { type AgendaHour, agendaDays, beginOf, endOf } from '#contract/slots/agendas.ts'

/** The result of an hour for its person, who also sees hours that nothing was found about yet. */
export const ownCodes = ['no-report', 'under-way', 'to-come'] as const

/** An hour of a slot for its person. */
export interface OwnHour extends Omit<HourFinding, 'code'> {
  /** Counts the hours of its day from 1. */
  number: number
  code: HourCode | (typeof ownCodes)[number]
  /** The reason why it is missing; null if it is not, or not yet. */
  sentence: string | null
}

/** Returns all hours of a slot for their person: on days that were counted as they were found, on other days as they are planned. */
export function ownHours(
  agenda: readonly AgendaHour[],
  counted: readonly HourFinding[],
  { lateMinutes, now }: { lateMinutes: number; now: Date },
): OwnHour[] {
  return agendaDays(agenda).flatMap(({ on, hours }) => {
    const found = counted.filter((hour) => hour.on === on)
    const planned = hours.slice(found.length).map((hour) => unknownHour(hour, now))
    return [...found, ...planned].map((hour, index) => {
      const next = hours[index + 1]
      const closesAt = next ? beginOf(next) : later(hours[index], lateMinutes)
      const isUnderWay = hour.startAt <= now && now < closesAt && !hour.code.startsWith('earned')
      const number = index + 1
      if (isUnderWay) return { ...hour, number, code: 'under-way', sentence: null }
      return { ...hour, number, sentence: isMissing(hour) ? explainHour(hour as HourFinding, number) : null }
    })
  })
}

function unknownHour(hour: AgendaHour, now: Date): Omit<OwnHour, 'number' | 'sentence'> {
  const startAt = beginOf(hour)
  return {
    ...{ on: hour.on, startAt, code: startAt > now ? 'to-come' : 'no-report' },
    ...{ taughtMinutes: 0, neededMinutes: null, minutes: 0, away: [], polls: null },
  }
}

function later(hour: AgendaHour | undefined, minutes: number): Date {
  return new Date((hour ? endOf(hour).getTime() : 0) + minutes * 60_000)
}

function isMissing({ code, minutes, taughtMinutes }: Omit<OwnHour, 'number' | 'sentence'>): boolean {
  if (code === 'counted') return minutes < Math.floor(taughtMinutes)
  return code === 'too-short' || code === 'not-there' || code === 'poll-missing' || code === 'unknown'
}
