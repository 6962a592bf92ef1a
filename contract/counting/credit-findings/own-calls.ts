import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idNames, instant, onWire } from '#contract/core/wire.ts'
import { HourFinding, hourCodes } from '#contract/counting/hours/findings.ts'
import { MakeUp } from '#contract/counting/make-ups/offers.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'
import { ownCodes } from './own-hours.ts'

/** A registration's hours, for its person. */
export const OwnFinding = onWire(idNames, {
  registrationId: z.int(),
  /** The registered slot. Each hour names the slot that earned it. */
  eventSlotId: z.int(),
  /**
   * `counted`: by a report. `so-far`: by what the embedded room knows; nothing is credited. `awaited`:
   * nothing is known yet.
   */
  state: z.enum(['counted', 'so-far', 'awaited']),
  /** The credited hours; null if none. */
  standing: z.nullable(
    z.object({
      hours: z.int(),
      isDecided: z.boolean(),
      /** The administrator's reason. */
      reason: z.string(),
      /** The days that earned them; null in credits before `hours-2`. */
      byDay: z.nullable(CreditedDays),
    }),
  ),
  /** The hours by the rule, and the most that anyone can get on all days. */
  hours: z.int(),
  possibleHours: z.int(),
  /** The days of the hours by the rule; null before `hours-2`. */
  byDay: z.nullable(CreditedDays),
  /** The reason for the hours, unless it is about single hours. */
  about: z.nullable(z.string()),
  /** The reports of all days are final. */
  isFinal: z.boolean(),
  /** The time at which the reports become final automatically. */
  settlesAt: instant(),
  /**
   * The next request to the webinar platform for a missing report; null: none is missing, or an administrator
   * must upload it.
   */
  asksAt: z.nullable(instant()),
  hourByHour: z.array(
    z.extend(HourFinding, {
      number: z.int(),
      code: z.enum([...hourCodes, ...ownCodes]),
      sentence: z.nullable(z.string()),
      /** The times at which other slots teach a missing hour again, the next one first. */
      makeUps: z.array(MakeUp),
    }),
  ),
  /** The valid certificate's code. */
  certificateCode: z.nullable(z.string()),
})
export type OwnFinding = z.output<typeof OwnFinding>

export const getOwnFindings = endpoint({
  route: 'GET /private/credit-findings',
  access: 'user',
  summary:
    "The signed-in person's hours, hour by hour, for each registration that has begun. During an event in the embedded room, counted from what is known now.",
  data: z.object({ findings: z.array(OwnFinding) }),
})
