import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay, AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays, beginOf } from '#contract/events/slots/agendas.ts'
import { neededMinutes, taughtMinutesOf } from '#contract/events/slots/hour-times.ts'
import { taughtPresence } from '#contract/events/slots/presence.ts'
import type { Attended, Presences } from './attended.ts'
import { attendedBy } from './attended.ts'
import type { CourseHour } from './course-hours.ts'
import type { Evidence, HourCode, HourFinding, PollCount } from './findings.ts'
import type { Launch } from './launches.ts'
import { countPolls, hoursAnswered } from './polls.ts'

export interface SlotEvidence extends Evidence {
  eventSlotId: number
  agenda: readonly CourseHour[]
  /** One per launch. */
  asked: readonly Launch[]
}

export interface CountedHour {
  hour: CourseHour
  isEarned: boolean
  finding: HourFinding
}

interface OpenDay {
  day: AgendaDay<CourseHour>
  facts: HourFacts[]
  /** The day's answers count together. */
  isWhole: boolean
  wanted: number
  isUnknown: boolean
}

export interface OpenSlot {
  evidence: SlotEvidence
  attended: Attended
  days: OpenDay[]
}

/** Reads a person's evidence at a slot; `countSlot` says which hours it earns. */
export function openSlot(figures: Figures, evidence: SlotEvidence): OpenSlot {
  const days = agendaDays(evidence.agenda)
  const attended = attendedBy(evidence.visits, figures, days)
  return {
    evidence,
    attended,
    days: days.map((day) => {
      const isPolled = figures.polls.per !== 'none'
      const { asked, answers, isSettled } = evidence
      const { counts, wanted } = isPolled
        ? countPolls(figures, day, { launches: asked, answers, isSettled })
        : { counts: [], wanted: 0 }
      const facts = day.hours.map((hour, place) =>
        factsOf(
          figures,
          { hour, taughtMinutes: taughtMinutesOf(hour), polls: counts[place] ?? null },
          attended,
        ),
      )
      return {
        day,
        facts,
        wanted,
        isWhole: counts[0]?.per === 'day',
        isUnknown: attended.unclearDays.has(day.on) && facts.every(({ seconds }) => seconds === 0),
      }
    }),
  }
}

/** Returns a slot's hours with their codes. `preferred`: hours that lose last on a day whose answers count together. */
export function countSlot(
  figures: Figures,
  { evidence: { isSettled }, days }: OpenSlot,
  preferred: ReadonlySet<CourseHour> = new Set(),
): CountedHour[] {
  return days.flatMap((day) => {
    const { facts, isUnknown } = day
    const answered = codesTogether(togetherOn(day, isSettled), preferred)
    return facts.map((each) => {
      const code = isUnknown ? 'unknown' : codeOf(figures, each, answered, isSettled)
      const isEarned = code === 'earned' || code === 'earned-no-poll'
      return { hour: each.hour, isEarned, finding: { ...each.finding, course: each.hour.course, code } }
    })
  })
}

/** Returns how many of a day's hours its polls allow, in mode `sum`. */
export function hoursAllowed({ facts, wanted }: OpenDay, isSettled: boolean): number {
  const polls = facts[0]?.polls
  if (!polls || (isSettled && polls.asked === 0)) return Number.POSITIVE_INFINITY
  const waived = facts.filter(({ isWaived }) => isWaived).length
  const needed = isSettled ? polls.needed : wanted
  return waived + hoursAnswered(polls.answered, needed, facts.length, facts.length - waived)
}

/** An hour before it has a code. */
export interface HourFacts<Hour extends AgendaHour = CourseHour> {
  hour: Hour
  seconds: number
  isPresent: boolean
  /** Presence by phone alone makes polls unnecessary. */
  isWaived: boolean
  polls: PollCount | null
  finding: Omit<HourFinding, 'code'>
}

export function factsOf<Hour extends AgendaHour>(
  figures: Figures,
  { hour, taughtMinutes, polls }: { hour: Hour; taughtMinutes: number; polls: PollCount | null },
  attended: Presences,
): HourFacts<Hour> {
  const { seconds, away } = taughtPresence(hour, attended.all, figures)
  const minutes = Math.floor(seconds / 60)
  const needed = neededMinutes(figures, taughtMinutes)
  const phoneMinutes = Math.floor(taughtPresence(hour, attended.byPhone, figures).seconds / 60)
  const finding = {
    on: hour.on,
    startAt: beginOf(hour),
    taughtMinutes,
    neededMinutes: figures.mode === 'each' ? needed : null,
    minutes,
    away: away.map(([from, to]) => ({ startAt: new Date(from * 1000), endAt: new Date(to * 1000) })),
    polls,
  }
  return {
    hour,
    seconds,
    polls,
    finding,
    isPresent: figures.mode === 'sum' || minutes >= needed,
    isWaived: figures.phonePolls === 'waived' && phoneMinutes > 0 && phoneMinutes >= needed,
  }
}

function codeOf(
  { mode, polls: { needed } }: Figures,
  hour: HourFacts,
  together: Map<HourFacts, HourCode>,
  isSettled: boolean,
): HourCode {
  if (hour.seconds === 0) return hour.hour.isCovered ? 'not-there' : 'no-report'
  if (!hour.isPresent) return 'too-short'
  const { polls, isWaived } = hour
  const code = polls ? (together.get(hour) ?? pollCode(polls, needed, isSettled)) : 'earned'
  const ofHour = isWaived && code !== 'earned' ? 'earned-no-poll' : code
  return mode === 'sum' && ofHour !== 'open' ? 'counted' : ofHour
}

/** Returns the code of a present hour by its own polls. `needed`: the answers that it may need. */
function pollCode(polls: PollCount, needed: number, isSettled: boolean): HourCode {
  if (polls.answered >= needed) return 'earned'
  if (!isSettled) return polls.asked < needed ? 'open' : 'poll-missing'
  if (polls.asked === 0) return 'earned-no-poll'
  return polls.answered >= polls.needed ? 'earned' : 'poll-missing'
}

/**
 * A day's present hours whose answers count together. `needy`: the hours that need answers, enough for
 * `enough` of them; the others get the code `missing`. `isAll`: enough for all hours of the day.
 */
interface Together {
  present: HourFacts[]
  needy: HourFacts[]
  enough: number
  missing: HourCode
  isAll: boolean
}

/** Returns the slot's days whose answers suffice for some of their present hours, in any choice. */
export function choicesOf({
  evidence: { isSettled },
  days,
}: OpenSlot): { hours: CourseHour[]; enough: number }[] {
  return days.flatMap((day) => {
    const together = day.isUnknown ? undefined : togetherOn(day, isSettled)
    if (!together || together.missing === 'earned-no-poll') return []
    return { hours: together.needy.map(({ hour }) => hour), enough: together.enough }
  })
}

function togetherOn({ facts, isWhole, wanted }: OpenDay, isSettled: boolean): Together | undefined {
  const present = facts.filter(({ isPresent, seconds }) => seconds > 0 && isPresent)
  const polls = present[0]?.polls
  if (!isWhole || !polls) return undefined
  const needy = present.filter(({ isWaived }) => !isWaived)
  const isOpen = !isSettled && polls.asked < wanted
  const needed = isOpen || polls.asked === 0 ? wanted : polls.needed
  return {
    present,
    needy,
    isAll: polls.answered >= needed,
    enough: hoursAnswered(polls.answered, needed, facts.length, needy.length),
    missing: isOpen ? 'open' : polls.asked === 0 ? 'earned-no-poll' : 'poll-missing',
  }
}

/**
 * Returns the codes of present hours whose answers count together. Preferred hours lose last. Then hours of
 * less credit lose first, so that one more hour of presence never costs a more valuable one; then the latest.
 */
function codesTogether(
  together: Together | undefined,
  preferred: ReadonlySet<CourseHour>,
): Map<HourFacts, HourCode> {
  if (!together) return new Map()
  const { present, needy, enough, missing, isAll } = together
  const isPreferred = ({ hour }: HourFacts) => Number(preferred.has(hour))
  const first = needy.toSorted((a, b) => isPreferred(b) - isPreferred(a) || b.hour.value - a.hour.value)
  return new Map([
    ...present.map((hour) => [hour, isAll ? 'earned' : missing] as const),
    ...first.map((hour, place) => [hour, place < enough ? 'earned' : missing] as const),
  ])
}
