import { shownDay, shownTime } from '#contract/core/plain-dates.ts'
import { easternTime } from '#contract/core/season.ts'
import { byCourseHour, numberOfCourse } from './course-hours.ts'
import type { Finding, FindingReason, HourFinding, PollCount } from './findings.ts'
import { bestHour } from './findings.ts'

/** The reader of the sentences: the person themself, or somebody who reads about them. */
export type Voice = 'you' | 'they'

/**
 * Returns a finding as sentences: the hours, the reason unless it is about single hours, then
 * each hour. Stored codes and numbers never change; these words may.
 */
export function explain(
  { hours, possibleHours, reason, isFinal, overlaps, agenda }: Finding,
  voice: Voice = 'you',
): string[] {
  const course = byCourseHour(agenda).map((ofHour) => bestHour(ofHour))
  const numbers = numbersOf(course)
  const about = explainReason(reason)
  const sentences = [
    `${hours} of ${possibleHours} ${possibleHours === 1 ? 'hour' : 'hours'}${isFinal ? '' : ', counted so far'}.`,
    ...(about ? [about] : []),
    ...(overlaps ? ['Some of your hours were at the same time, in two time slots. They count once.'] : []),
    ...(reason === 'no-visits' ? [] : course.map((hour, index) => explainHour(hour, numbers[index] ?? 1))),
  ]
  return voice === 'you' ? sentences : sentences.map(aboutThem)
}

/** Turns a sentence for a person into one about them. */
function aboutThem(sentence: string): string {
  return sentence
    .replace(/\b([Yy])our\b/g, (_, y) => (y === 'Y' ? 'Their' : 'their'))
    .replace(/\b([Yy])ou\b/g, (_, y) => (y === 'Y' ? 'They' : 'they'))
}

/** Returns a finding's reason as a sentence, unless it is about single hours. */
export function explainReason(reason: FindingReason): string | undefined {
  return aboutAll[reason]
}

/** Returns an hour's result as a sentence, with its number on its day. */
export function explainHour(hour: HourFinding, number: number): string {
  return `Hour ${number}, ${shownDay(hour.on)}: ${resultOf(hour)}${absences(hour)}`
}

/** An hour without its times. */
type Hour = Omit<HourFinding, 'startAt' | 'away'>

/** Returns in a few words why hours are missing: the hour nearest to being earned, and how many others are missing. */
export function explainShortly({
  reason,
  agenda,
}: Pick<Finding, 'reason'> & { agenda: readonly Hour[] }): string {
  const missing = agenda
    .map((hour, index) => ({ hour, index, lacks: lackOf(hour) }))
    .filter(({ lacks }) => lacks > 0)
    .sort((a, b) => a.lacks - b.lacks)
  const [closest] = missing
  // Polls may still come; minutes already missed may not.
  const about = reason === 'open' && closest ? undefined : shortly[reason]
  if (about !== undefined || !closest) return about ?? 'Too few minutes'
  const { hour, index } = closest
  const more = missing.length - 1
  const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'hour' : 'hours'}`
  return `${shortResult(hour)} in hour ${numbersOf(agenda)[index]}, ${shownDay(hour.on)}${others}`
}

const shortly: Partial<Record<FindingReason, string>> = {
  full: 'All hours',
  'no-visits': 'No-show',
  'outside-slot': 'Came, but not during the instruction',
  'unusable-times': 'The report does not say how long',
  host: 'Hosted',
  open: 'Not all reports and polls are in yet',
  'day-minimum': 'Too few hours on one day',
}

/** Returns the minutes or answers that an hour lacks; 0 if not missing. */
function lackOf({ code, minutes, taughtMinutes, neededMinutes, polls }: Hour): number {
  if (code === 'poll-missing') return (polls?.needed ?? 1) - (polls?.answered ?? 0)
  if (code === 'counted') return Math.floor(taughtMinutes) - minutes
  return code === 'too-short' || code === 'not-there' ? (neededMinutes ?? taughtMinutes) - minutes : 0
}

function shortResult({ code, minutes, taughtMinutes, polls }: Hour): string {
  if (code === 'poll-missing' && polls) return answers(polls)
  return `${minutes} of ${Math.floor(taughtMinutes)} minutes`
}

const aboutAll: Partial<Record<FindingReason, string>> = {
  'no-visits': 'You did not attend.',
  'outside-slot': 'You were there, but not during the instruction.',
  'unusable-times': 'The report does not say how long you were there. An administrator will look at it.',
  host: 'You hosted. An administrator will decide about your hours.',
  open: 'Not all reports and polls are in yet.',
  'day-minimum': 'A day with too few hours does not count.',
}

/** Returns each hour's number: of the course, or counted on its day from 1. */
function numbersOf(agenda: readonly Hour[]): number[] {
  return agenda.map(({ on, course }, index) =>
    course === undefined
      ? agenda.slice(0, index + 1).filter((hour) => hour.on === on).length
      : numberOfCourse(course),
  )
}

function resultOf(hour: HourFinding): string {
  const { code, minutes, taughtMinutes, neededMinutes, polls } = hour
  const there = `${minutes} of ${Math.floor(taughtMinutes)} minutes`
  switch (code) {
    case 'earned':
      return polls ? `${there}; ${answered(polls)}.` : `${there}.`
    case 'earned-no-poll':
      return `${there}; no poll was needed.`
    case 'open':
      return `${there}; its polls are not known yet.`
    case 'poll-missing':
      return `${there}; ${polls ? `${answered(polls)}, and more are needed` : 'a poll was not answered'}.`
    case 'too-short':
      return `${there}; ${neededMinutes} are needed.`
    case 'not-there':
      return 'you were not there.'
    case 'no-report':
      return 'there is no report of this day yet.'
    case 'unknown':
      return 'the report does not say how long you were there.'
    case 'counted':
      return `${there}.`
  }
}

function answered(polls: PollCount): string {
  return `you answered ${answers(polls)}`
}

function answers({ per, asked, answered, byCode }: PollCount): string {
  // Answers by code count before their questions do, and in addition to the webinar's.
  const isMore = answered > asked
  const questions = (isMore ? answered : asked) === 1 ? 'poll question' : 'poll questions'
  return `${answered} ${isMore ? '' : `of ${asked} `}${questions}${per === 'day' ? ' of the day' : ''}${byCode ? ` (${byCode} by code)` : ''}`
}

function absences({ code, away }: HourFinding): string {
  if (away.length === 0 || !(code === 'too-short' || code === 'counted')) return ''
  const spans = away.map(({ startAt, endAt }) => `${clock(startAt)} – ${clock(endAt)}`)
  return ` You were away ${spans.join(', ')}.`
}

function clock(instant: Date): string {
  return shownTime(easternTime(instant))
}
