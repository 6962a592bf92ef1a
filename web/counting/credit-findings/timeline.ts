import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { RegistrationFinding, SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { HourCode } from '#contract/counting/hours/findings.ts'
import { agendaDays, dayAt } from '#contract/events/slots/agendas.ts'

const minuteMs = 60_000
/** The time shown around the instruction, if the person was present. */
const marginMs = 40 * minuteMs
const leastMarginMs = 5 * minuteMs

/** A bar of a timeline: its place in percent, and its time. */
export interface Bar {
  left: number
  width: number
  from: Date
  to: Date
}

/** A slot's day with everything known about a person, in percent of the shown time. */
export interface DayTimeline {
  on: string
  from: Date
  to: Date
  hours: { number: number; code: HourCode; minutes: number; taughtMinutes: number; pieces: Bar[] }[]
  visits: Bar[]
  /** Waiting rooms and hosts do not count. */
  uncounted: Bar[]
  away: Bar[]
  answers: { left: number; at: Date }[]
  openings: { left: number; at: Date }[]
  /** The people present at each minute, at its place. */
  crowd: { left: number; present: number }[]
  most: number
}

type Found = Pick<RegistrationFinding, 'finding' | 'visits' | 'answers' | 'openings' | 'crowd'>

/** Lays out a person's visits at a slot over each day's taught hours. */
export function timelinesOf(
  agenda: SlotFindings['agenda'],
  found: Found,
  eventSlotId?: number,
): DayTimeline[] {
  const { finding, visits, answers, openings, crowd } = found
  const days = agendaDays(agenda.map((hour) => ({ ...hour, on: hour.on as PlainDate })))
  return days.map((day) => {
    const { on, startAt, endAt } = day
    const isToday = (instant: Date | null) => instant !== null && dayAt(days, instant)?.on === on
    const stays = visits.flatMap(({ joinedAt, leftAt, ...visit }) =>
      joinedAt && leftAt && joinedAt < leftAt && isToday(joinedAt)
        ? [{ ...visit, from: joinedAt, to: leftAt }]
        : [],
    )
    const answered = answers.flatMap(({ at }) => (at && isToday(at) ? [at] : []))
    const opened = openings.filter(isToday)
    const marks = [...stays.flatMap(({ from, to }) => [from, to]), ...answered, ...opened].map(Number)
    const from = Math.max(startAt.getTime() - marginMs, Math.min(startAt.getTime() - leastMarginMs, ...marks))
    const to = Math.min(endAt.getTime() + marginMs, Math.max(endAt.getTime() + leastMarginMs, ...marks))
    const leftOf = (instant: Date | number) =>
      Math.min(100, Math.max(0, (100 * (Number(instant) - from)) / (to - from)))
    const barOf = (span: { from: Date; to: Date }): Bar => ({
      left: leftOf(span.from),
      width: leftOf(span.to) - leftOf(span.from),
      from: span.from,
      to: span.to,
    })
    const codes = finding.agenda.filter(
      (hour) => hour.on === on && (hour.eventSlotId === undefined || hour.eventSlotId === eventSlotId),
    )
    const people = crowd.find((each) => isToday(each.startAt))
    const counts = (people?.present ?? []).map((present, minute) => ({
      left: leftOf((people?.startAt.getTime() ?? 0) + minute * minuteMs),
      present,
    }))
    const isCounted = ({ role, isWaiting }: (typeof stays)[number]) => role !== 'host' && !isWaiting
    return {
      on,
      from: new Date(from),
      to: new Date(to),
      hours: day.hours.map(({ pieces }, place) => ({
        number: place + 1,
        code: codes[place]?.code ?? 'unknown',
        minutes: codes[place]?.minutes ?? 0,
        taughtMinutes: codes[place]?.taughtMinutes ?? 0,
        pieces: pieces.map((piece) => barOf({ from: piece.startAt, to: piece.endAt })),
      })),
      visits: stays.filter(isCounted).map(barOf),
      uncounted: stays.filter((stay) => !isCounted(stay)).map(barOf),
      away: codes.flatMap((hour) => hour.away.map((span) => barOf({ from: span.startAt, to: span.endAt }))),
      answers: answered.map((at) => ({ left: leftOf(at), at })),
      openings: opened.map((at) => ({ left: leftOf(at), at })),
      crowd: counts,
      most: Math.max(0, ...counts.map(({ present }) => present)),
    }
  })
}

/** Returns the outline of the crowd, in a box of 100 by 100. */
export function crowdPath({ crowd, most }: Pick<DayTimeline, 'crowd' | 'most'>): string {
  const [first, last] = [crowd[0], crowd.at(-1)]
  if (!first || !last || most === 0) return ''
  const points = crowd.map(({ left, present }) => `L${round(left)} ${round(100 - (100 * present) / most)}`)
  return `M${round(first.left)} 100${points.join('')}L${round(last.left)} 100Z`
}

function round(number: number): number {
  return Math.round(100 * number) / 100
}
