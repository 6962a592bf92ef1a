import type { Figures } from './figures.ts'
import { shortestTaught } from './figures.ts'
import { hasWholeHours } from './versions.ts'

/** The form's label of each figure. */
export const figureLabels = {
  code: 'Rule',
  periodMinutes: 'Minutes per hour',
  teachingMinutes: 'Taught minutes per hour',
  coursesAnHour: 'Courses per hour',
  mode: 'How minutes count',
  neededMinutes: 'Minutes needed',
  neededShare: 'Required attendance (% of teaching time)',
  hourMinutes: 'Minutes that make an hour',
  roundPer: 'Rounded down',
  forgivenGapSeconds: 'Longest forgiven gap, in seconds',
  forgivenSecondsAnHour: 'Forgiven seconds per hour',
  pollsPer: 'Polls',
  pollsNeeded: 'Answers needed',
  lateMinutes: 'Minutes for late answers',
  phonePolls: 'Polls of people by phone',
  leastHoursADay: 'Minimum hours per day',
  mostHours: 'Maximum hours',
  panelists: 'Panelists',
} as const
export type FigureField = keyof typeof figureLabels
type FlatFigures = Record<FigureField, string | number | null>

/** The most hours of any event. */
const mostHours = 8
const mostPeriodMinutes = 240
const mostAnswers = 20
const mostLateMinutes = 60

/**
 * Returns a sentence for each wrong field; empty if the figures are sensible. Hours must be earnable, and a
 * typo must not give hours to absent people.
 */
export function figuresProblems(figures: Figures): Partial<Record<FigureField, string>> {
  const { periodMinutes, teachingMinutes, forgivenGapSeconds, forgivenSecondsAnHour, polls } = figures
  const limits: [FigureField, boolean, string][] = [
    [
      'periodMinutes',
      isWhole(periodMinutes, 10, mostPeriodMinutes),
      `An hour takes 10 to ${mostPeriodMinutes} minutes with its break.`,
    ],
    ...teachingLimits(figures),
    ...presenceLimits(figures),
    [
      'forgivenSecondsAnHour',
      forgivenSecondsAnHour <= teachingMinutes * 30,
      'At most half of the taught time can be forgiven.',
    ],
    [
      'forgivenGapSeconds',
      forgivenGapSeconds <= forgivenSecondsAnHour,
      'One gap cannot be longer than all forgiven gaps of an hour together.',
    ],
    [
      'pollsNeeded',
      polls.per === 'none' || isWhole(polls.needed, 1, mostAnswers),
      `Each hour needs 1 to ${mostAnswers} answers, or no polls at all.`,
    ],
    ['lateMinutes', isWhole(polls.lateMinutes, 0, mostLateMinutes), `At most ${mostLateMinutes} minutes.`],
    ['mostHours', isWhole(figures.mostHours, 1, mostHours), `An event gives 1 to ${mostHours} hours.`],
    [
      'leastHoursADay',
      figures.leastHoursADay <= figures.mostHours,
      'A day cannot need more hours than count at most.',
    ],
    [
      'panelists',
      figures.rolesCounted.includes('attendee') &&
        figures.rolesCounted.every((role) => role === 'attendee' || role === 'panelist'),
      'Attendees have to count. Panelists may. Hosts never count automatically.',
    ],
  ]
  return Object.fromEntries(limits.filter(([, isMet]) => !isMet).map(([field, , words]) => [field, words]))
}

function teachingLimits(figures: Figures): [FigureField, boolean, string][] {
  const { code, periodMinutes, teachingMinutes, coursesAnHour = 1 } = figures
  const isWholeHour = coursesAnHour === 1
  const isAlwaysWhole = hasWholeHours(figures)
  const isEven = [periodMinutes, teachingMinutes].every((minutes) => minutes % 2 === 0)
  return [
    [
      'teachingMinutes',
      isWhole(teachingMinutes, 1, periodMinutes),
      'The taught minutes have to fit into the hour.',
    ],
    [
      'teachingMinutes',
      isAlwaysWhole || !(teachingMinutes / coursesAnHour < shortestTaught),
      `Each ${isWholeHour ? 'hour' : 'course'} has to be taught for ${shortestTaught} minutes or more.`,
    ],
    [
      'coursesAnHour',
      isWholeHour || (!isAlwaysWhole && isEven),
      isAlwaysWhole
        ? `The rule ${code} counts whole hours only.`
        : 'Two equal courses need an even number of minutes, with and without the break.',
    ],
  ]
}

function presenceLimits(figures: Figures): [FigureField, boolean, string][] {
  const { mode, teachingMinutes, neededMinutes, neededShare, periodMinutes, hourMinutes = 0 } = figures
  if (mode === 'sum') {
    const words = 'An hour of credit takes at least half of the taught minutes, and no more than an hour has.'
    return [['hourMinutes', isWhole(hourMinutes, Math.ceil(teachingMinutes / 2), periodMinutes), words]]
  }
  if (neededShare !== undefined) {
    return [
      ['neededShare', neededShare >= 0.5 && neededShare <= 1, 'An hour needs 50% to 100% of its minutes.'],
    ]
  }
  const words = 'An hour needs at least half of its taught minutes, and no more than it has.'
  return [['neededMinutes', isWhole(neededMinutes, Math.ceil(teachingMinutes / 2), teachingMinutes), words]]
}

function isWhole(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to
}

/** Returns the figures by field, without parts that their own choices make irrelevant. */
function flatFigures(figures: Figures): FlatFigures {
  const { mode, polls, neededShare, rolesCounted } = figures
  const isEach = mode === 'each'
  const isPolled = polls.per !== 'none'
  return {
    code: figures.code,
    periodMinutes: figures.periodMinutes,
    teachingMinutes: figures.teachingMinutes,
    coursesAnHour: hasWholeHours(figures) ? null : (figures.coursesAnHour ?? 1),
    mode: isEach ? 'each hour on its own' : 'all minutes together',
    neededMinutes: isEach && neededShare === undefined ? figures.neededMinutes : null,
    neededShare: isEach && neededShare !== undefined ? percent(neededShare) : null,
    hourMinutes: isEach ? null : (figures.hourMinutes ?? null),
    roundPer: isEach ? null : figures.roundPer === 'slot' ? 'once for all days' : 'on each day',
    forgivenGapSeconds: figures.forgivenGapSeconds,
    forgivenSecondsAnHour: figures.forgivenSecondsAnHour,
    pollsPer: { hour: 'by the hour', day: 'by the day', none: 'not needed' }[polls.per],
    pollsNeeded: isPolled ? polls.needed : null,
    lateMinutes: isPolled ? polls.lateMinutes : null,
    phonePolls: isPolled ? figures.phonePolls : null,
    leastHoursADay: figures.leastHoursADay,
    mostHours: figures.mostHours,
    panelists: rolesCounted.includes('panelist') ? 'get hours' : 'wait for a decision',
  }
}

/** Returns '90%'. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(4))}%`
}

/** Returns the figures that differ, by label; empty if both count the same way. */
export function figureChanges(before: Figures, after: Figures): Record<string, [from: unknown, to: unknown]> {
  const [from, to] = [flatFigures(before), flatFigures(after)]
  const fields = Object.keys(figureLabels) as FigureField[]
  return Object.fromEntries(
    fields
      .filter((field) => from[field] !== to[field])
      .map((field) => [figureLabels[field], [from[field], to[field]]]),
  )
}

/** Returns the season whose figures apply: the latest one until this season, else the first of all. */
export function seasonOfFigures(seasons: readonly number[], season: number): number | undefined {
  const sorted = seasons.toSorted((a, b) => a - b)
  return sorted.findLast((known) => known <= season) ?? sorted[0]
}

/** Returns the figures with other needed minutes; undefined if they need none, or if fewer are taught. */
export function withNeededMinutes(figures: Figures, minutes: number): Figures | undefined {
  const { mode, teachingMinutes, neededShare } = figures
  if (mode === 'sum' || minutes > teachingMinutes) return undefined
  return neededShare === undefined
    ? { ...figures, neededMinutes: minutes }
    : { ...figures, neededShare: minutes / teachingMinutes }
}

/** Returns the needed minutes of an hour that runs as planned; null in mode `sum`. */
export function neededOf({ mode, neededMinutes, neededShare, teachingMinutes }: Figures): number | null {
  if (mode === 'sum') return null
  return neededShare === undefined ? neededMinutes : Number((neededShare * teachingMinutes).toFixed(4))
}
