import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { idText } from '#contract/core/wire.ts'
import type { HandFacts } from './by-hand.ts'

const day = z.custom<PlainDate>((value) => typeof value === 'string' && isPlainDate(value))
const dayHours = z.array(z.object({ on: day, hours: z.int() }))

export const HandFactsOfCall = z.object({
  /** The hours earned and taught per day, and those of the whole course. */
  earned: dayHours,
  presentOn: z.array(day),
  taught: dayHours,
  courseHours: z.int(),
  /** The taught days that have ended. */
  overOn: z.array(day),
  /** The days of the credited hours; null if unknown. */
  credited: z.nullable(dayHours),
})
export type HandFactsOfCall = z.output<typeof HandFactsOfCall>

/** Returns the facts for `creditByHand`. */
export function factsByHand({ overOn, ...facts }: HandFactsOfCall): HandFacts {
  return { ...facts, isOver: (on) => overOn.includes(on) }
}

export const getHandFacts = endpoint({
  route: 'GET /private/hand-facts',
  access: 'registrations:read',
  summary:
    'By which hours that a person gives by hand get their days: the days of the event with the hours that each taught, and those that the registration earned.',
  query: z.object({ registrationId: idText() }),
  data: HandFactsOfCall,
  refusals: ['REGISTRATION_NOT_FOUND'],
})
