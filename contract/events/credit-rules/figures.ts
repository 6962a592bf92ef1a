import * as z from 'zod/mini'
import { optionalLine } from '#contract/core/fields.ts'
import { listOf } from '#contract/core/wire.ts'
import { ruleCodes } from './versions.ts'

/** The fewest taught minutes of an hour. */
export const shortestTaught = 20

const notNumber = 'Has to be a number'
const notWhole = 'Has to be a whole number'
const mostOfAny = 100_000
const count = z
  .int({ error: notWhole })
  .check(z.minimum(0, { error: notWhole }), z.maximum(mostOfAny, { error: notWhole }))
const number = z.number({ error: notNumber }).check(z.maximum(mostOfAny, { error: notNumber }))
const some = number.check(z.positive({ error: notNumber }))

/** A season's figures, by which a version of the rule counts hours. The season's training provider decides them. */
export const Figures = z
  .object(
    {
      code: z.enum(ruleCodes, { error: 'The rule has to be hours-1 or hours-2' }),
      /** `each`: each hour is earned or not. `sum`: the minutes of all hours add up. */
      mode: z.enum(['each', 'sum'], { error: 'Has to be each or sum' }),
      /** From the start of one hour to the start of the next. */
      periodMinutes: some,
      teachingMinutes: some,
      /** 2: a period is two equal courses, each worth half an hour. Absent: one. */
      coursesAnHour: z.optional(z.union([z.literal(1), z.literal(2)], { error: 'Has to be 1 or 2' })),
      /** The minutes of presence that an hour needs. */
      neededMinutes: count,
      /** Replaces `neededMinutes`: the share of the taught minutes that an hour needs. */
      neededShare: z.optional(some.check(z.maximum(1, { error: 'A share is at most 1' }))),
      /** The longest gap between two visits that counts as presence. */
      forgivenGapSeconds: count,
      /** The most seconds of such gaps in one hour. */
      forgivenSecondsAnHour: count,
      polls: z.object(
        {
          /** `day`: all answers of a day count together. `none`: polls are not needed. */
          per: z.enum(['hour', 'day', 'none'], { error: 'Has to be hour, day or none' }),
          needed: count,
          /** Answers count until this long after a day's last hour. */
          lateMinutes: count,
        },
        { error: 'Has to be an object' },
      ),
      /** `waived`: presence by phone alone earns an hour without polls. */
      phonePolls: z.enum(['needed', 'waived'], { error: 'Has to be needed or waived' }),
      /** A day with fewer hours counts nothing. */
      leastHoursADay: number.check(z.minimum(0, { error: notNumber })),
      mostHours: count,
      /** People in other roles hosted. */
      rolesCounted: listOf(optionalLine(), 20),
      /** The minutes of one hour in mode `sum`. */
      hourMinutes: z.optional(some),
      /** In mode `sum`: round to whole hours once per day or once per slot. */
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
