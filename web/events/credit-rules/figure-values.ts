import type { CreditRule } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { figureLabels, figuresProblems } from '#contract/events/credit-rules/rules.ts'
import { hasWholeHours } from '#contract/events/credit-rules/versions.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { plainRecord } from '#web/core/ui/record-kind.ts'

/** The figures in a form: numbers as typed, a share in percent, and gaps in minutes. */
export type FigureValues = {
  code: Figures['code']
  periodMinutes: string
  teachingMinutes: string
  coursesAnHour: string
  mode: Figures['mode']
  /** An hour needs minutes, or a share of its taught minutes. */
  needs: 'minutes' | 'share'
  neededMinutes: string
  neededShare: string
  hourMinutes: string
  roundPer: 'day' | 'slot'
  forgivenGapSeconds: string
  forgivenSecondsAnHour: string
  pollsPer: Figures['polls']['per']
  pollsNeeded: string
  lateMinutes: string
  phonePolls: Figures['phonePolls']
  leastHoursADay: string
  mostHours: string
  panelists: boolean
  reason: string
}

/** A valid version. Its id grows with each change, also from an inherited one to the season's own. */
export type ValidRule = CreditRule & { version: number }

export function validRule(rule: CreditRule): ValidRule {
  return { ...rule, version: rule.ruleId }
}

export const figuresKind = plainRecord<ValidRule, FigureValues>(
  {
    ...figureLabels,
    forgivenGapSeconds: 'Longest forgiven gap, in minutes',
    forgivenSecondsAnHour: 'Forgiven minutes per hour',
    needs: 'What an hour needs',
  },
  { valuesOf: ({ figures }) => valuesOf(figures) },
)

function valuesOf(figures: Figures): FigureValues {
  const { neededShare, hourMinutes = figures.teachingMinutes, roundPer = 'day', polls } = figures
  return {
    code: figures.code,
    periodMinutes: String(figures.periodMinutes),
    teachingMinutes: String(figures.teachingMinutes),
    coursesAnHour: String(figures.coursesAnHour ?? 1),
    mode: figures.mode,
    needs: neededShare === undefined ? 'minutes' : 'share',
    neededMinutes: String(figures.neededMinutes),
    neededShare: String(Number(((neededShare ?? 0.9) * 100).toFixed(4))),
    hourMinutes: String(hourMinutes),
    roundPer,
    forgivenGapSeconds: minutesOf(figures.forgivenGapSeconds),
    forgivenSecondsAnHour: minutesOf(figures.forgivenSecondsAnHour),
    pollsPer: polls.per,
    pollsNeeded: String(polls.needed),
    lateMinutes: String(polls.lateMinutes),
    phonePolls: figures.phonePolls,
    leastHoursADay: String(figures.leastHoursADay),
    mostHours: String(figures.mostHours),
    panelists: figures.rolesCounted.includes('panelist'),
    reason: '',
  }
}

/** Returns the typed figures. A field without a number becomes NaN. */
export function figuresOf(values: FigureValues): Figures {
  const { code, mode, needs, roundPer, pollsPer, phonePolls } = values
  return {
    code,
    mode,
    phonePolls,
    periodMinutes: numberOf(values.periodMinutes),
    teachingMinutes: numberOf(values.teachingMinutes),
    ...(!hasWholeHours(values) && values.coursesAnHour === '2' && { coursesAnHour: 2 }),
    neededMinutes: numberOf(values.neededMinutes),
    ...(mode === 'each' && needs === 'share' && { neededShare: numberOf(values.neededShare) / 100 }),
    ...(mode === 'sum' && { hourMinutes: numberOf(values.hourMinutes), roundPer }),
    forgivenGapSeconds: secondsOf(values.forgivenGapSeconds),
    forgivenSecondsAnHour: secondsOf(values.forgivenSecondsAnHour),
    polls: {
      per: pollsPer,
      needed: numberOf(values.pollsNeeded),
      lateMinutes: numberOf(values.lateMinutes),
    },
    leastHoursADay: numberOf(values.leastHoursADay),
    mostHours: numberOf(values.mostHours),
    rolesCounted: values.panelists ? ['attendee', 'panelist'] : ['attendee'],
  }
}

const numberFields = [
  'periodMinutes',
  'teachingMinutes',
  'neededMinutes',
  'neededShare',
  'hourMinutes',
  'forgivenGapSeconds',
  'forgivenSecondsAnHour',
  'pollsNeeded',
  'lateMinutes',
  'leastHoursADay',
  'mostHours',
] as const
export type NumberField = (typeof numberFields)[number]

/** Returns true if the form shows a field. Its other choices may make it irrelevant. */
export function isAsked(field: NumberField, { mode, needs, pollsPer }: FigureValues): boolean {
  switch (field) {
    case 'neededMinutes':
      return mode === 'each' && needs === 'minutes'
    case 'neededShare':
      return mode === 'each' && needs === 'share'
    case 'hourMinutes':
      return mode === 'sum'
    case 'pollsNeeded':
    case 'lateMinutes':
      return pollsPer !== 'none'
    default:
      return true
  }
}

/** Returns what is wrong with the typed figures, by field. */
export function figureErrors(values: FigureValues): FieldErrors {
  const missing = numberFields.filter((field) => isAsked(field, values) && !(numberOf(values[field]) >= 0))
  return {
    ...figuresProblems(figuresOf(values)),
    ...Object.fromEntries(missing.map((field) => [field, 'Enter a number'])),
  }
}

/** Returns the same as `figureErrors`, and if a reason is missing. */
export function changeErrors(values: FigureValues): FieldErrors {
  return {
    ...figureErrors(values),
    ...(values.reason.trim() === '' && { reason: 'Say why the rules change' }),
  }
}

function numberOf(typed: string) {
  return typed.trim() === '' ? Number.NaN : Number(typed)
}

function minutesOf(seconds: number) {
  return String(Number((seconds / 60).toFixed(4)))
}

function secondsOf(typedMinutes: string) {
  return Math.round(numberOf(typedMinutes) * 60)
}
