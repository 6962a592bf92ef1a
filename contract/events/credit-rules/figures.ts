import * as z from 'zod/mini'
import { optionalLine } from '#contract/core/fields.ts'
import { listOf } from '#contract/core/wire.ts'

/** The fewest minutes that an hour can be taught for. */
export const shortestTaught = 20

const notNumber = 'Has to be a number'
const notWhole = 'Has to be a whole number'
const mostOfAny = 100_000
const count = z
  .int({ error: notWhole })
  .check(z.minimum(0, { error: notWhole }), z.maximum(mostOfAny, { error: notWhole }))
const number = z.number({ error: notNumber }).check(z.maximum(mostOfAny, { error: notNumber }))
const some = number.check(z.positive({ error: notNumber }))

/** The versions of the rule, oldest first. Findings of an older version are counted again by that version. */
export const ruleCodes = ['hours-1', 'hours-2'] as const

/** The figures of a season by which a version of the rule counts hours. They are data: a season's provider decides them. */
export const Figures = z
  .object(
    {
      code: z.enum(ruleCodes, { error: 'The rule has to be hours-1 or hours-2' }),
      /** `each`: an hour is earned or not. `sum`: the minutes of all hours add up. */
      mode: z.enum(['each', 'sum'], { error: 'Has to be each or sum' }),
      /** From the beginning of an hour to the beginning of the next one. */
      periodMinutes: some,
      teachingMinutes: some,
      /** 2: a period is cut into two equal courses, each worth half of the hour. Absent: one. */
      coursesAnHour: z.optional(z.union([z.literal(1), z.literal(2)], { error: 'Has to be 1 or 2' })),
      /** The minutes of presence that an hour needs. */
      neededMinutes: count,
      /** Replaces `neededMinutes`: the share of the taught minutes that an hour needs. */
      neededShare: z.optional(some.check(z.maximum(1, { error: 'A share is at most 1' }))),
      /** The longest gap between two visits that still counts as presence. */
      forgivenGapSeconds: count,
      /** The most seconds of such gaps in one hour. */
      forgivenSecondsAnHour: count,
      polls: z.object(
        {
          /** `day`: the answers of a day count together. `none`: polls are not needed. */
          per: z.enum(['hour', 'day', 'none'], { error: 'Has to be hour, day or none' }),
          needed: count,
          /** After a day's last hour, answers are accepted this long. */
          lateMinutes: count,
        },
        { error: 'Has to be an object' },
      ),
      /** `waived`: an hour needs no poll if presence by phone alone earns it. */
      phonePolls: z.enum(['needed', 'waived'], { error: 'Has to be needed or waived' }),
      /** A day with less counts nothing. */
      leastHoursADay: number.check(z.minimum(0, { error: notNumber })),
      mostHours: count,
      /** Other roles have hosted. */
      rolesCounted: listOf(optionalLine(), 20),
      /** The minutes of one hour in mode `sum`. */
      hourMinutes: z.optional(some),
      /** In mode `sum`: minutes become whole hours once per day, or once per slot. */
      roundPer: z.optional(z.enum(['day', 'slot'], { error: 'Has to be day or slot' })),
    },
    { error: 'Has to be an object' },
  )
  .check(
    z.refine(({ mode, hourMinutes, roundPer }) => mode === 'each' || (hourMinutes && roundPer), {
      error: 'Mode sum needs hourMinutes and roundPer',
    }),
  )
export type Figures = z.output<typeof Figures>
