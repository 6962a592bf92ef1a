import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idNames, instant, onWire } from '#contract/core/wire.ts'
import { HourFinding, hourCodes } from '#contract/counting/hours/findings.ts'
import { MakeUp } from '#contract/counting/make-ups/offers.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'
import { ownCodes } from './own-hours.ts'

/** The hours of a registration for its person. */
export const OwnFinding = onWire(idNames, {
  registrationId: z.int(),
  /** The registered slot. Each hour names the slot in which it was earned. */
  eventSlotId: z.int(),
  /** `counted`: by a report. `so-far`: by what the embedded room knows now; nothing is credited. `awaited`: nothing is known yet. */
  state: z.enum(['counted', 'so-far', 'awaited']),
  /** The hours that stand; null if nothing was credited. */
  standing: z.nullable(
    z.object({
      hours: z.int(),
      isDecided: z.boolean(),
      /** The reason of the person who decided it. */
      reason: z.string(),
      /** The days on which they were earned; null in credits from before `hours-2`. */
      byDay: z.nullable(CreditedDays),
    }),
  ),
  /** The hours by the rule, and those that everybody could get on all days. */
  hours: z.int(),
  possibleHours: z.int(),
  /** The days of the hours by the rule; null by rules before `hours-2`. */
  byDay: z.nullable(CreditedDays),
  /** The reason for the hours, if it is not about single hours. */
  about: z.nullable(z.string()),
  /** Whether the reports of all days are final. */
  isFinal: z.boolean(),
  /** The time at which the reports become final without a click. */
  settlesAt: instant(),
  /** The time at which the webinar platform is asked for the next missing report; null: none is missing, or an administrator has to add it. */
  asksAt: z.nullable(instant()),
  hourByHour: z.array(
    z.extend(HourFinding, {
      number: z.int(),
      code: z.enum([...hourCodes, ...ownCodes]),
      sentence: z.nullable(z.string()),
      /** The times at which other slots of the event teach it again, if it is missing; the next one first. */
      makeUps: z.array(MakeUp),
    }),
  ),
  /** The code of the valid certificate. */
  certificateCode: z.nullable(z.string()),
})
export type OwnFinding = z.output<typeof OwnFinding>

export const getOwnFindings = endpoint({
  method: 'GET',
  path: '/private/credit-findings',
  access: 'user',
  summary:
    "The signed-in person's hours, hour by hour, for each registration that has begun. During an event in the embedded room, counted from what is known now.",
  data: z.object({ findings: z.array(OwnFinding) }),
})
