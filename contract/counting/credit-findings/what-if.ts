import * as z from 'zod/mini'
import { subjectText } from '#contract/attendance/attendance-decisions/calls.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, listOf, onWire } from '#contract/core/wire.ts'
import { figuresFor, SensibleFigures } from '#contract/events/credit-rules/calls.ts'
import { GivenAgenda } from '#contract/events/slots/agenda-calls.ts'
import { slotTimes } from '#contract/events/slots/times.ts'

/** People who would get other hours. */
const tally = { more: z.int(), fewer: z.int(), same: z.int() }
export const Tally = z.object(tally)
export type Tally = z.output<typeof Tally>

/** A person who would get other hours. */
export const ChangedPerson = onWire(idNames, {
  registrationId: z.int(),
  eventSlotId: z.int(),
  name: z.string(),
  email: z.string(),
  hours: z.int(),
  hoursThen: z.int(),
})
export type ChangedPerson = z.output<typeof ChangedPerson>

/** The most people named, those who lose most first. */
export const mostNamed = 500

/** The needed minutes to try besides the typed ones. */
export const triedMinutes = [44, 46, 50] as const

export const FiguresTrial = z.object({
  /** With the typed figures. */
  ...tally,
  slots: z.array(
    onWire(idNames, {
      eventSlotId: z.int(),
      eventName: z.string(),
      slot: z.object(slotTimes),
      ...tally,
    }),
  ),
  /** With the typed figures and other needed minutes, and with the valid figures. */
  variants: z.array(
    z.object({
      neededMinutes: z.nullable(z.number()),
      kind: z.enum(['typed', 'tried', 'valid']),
      ...tally,
    }),
  ),
  people: z.array(ChangedPerson),
})
export type FiguresTrial = z.output<typeof FiguresTrial>

export const tryFigures = endpoint({
  route: 'POST /private/credit-rules/what-if',
  access: 'settings:read',
  summary:
    'Counts the current findings again with other figures: who would get more or fewer hours. Changes nothing.',
  body: z.object({
    ...figuresFor,
    figures: SensibleFigures,
    /** Other needed minutes to try; 44, 46 and 50 by default. */
    neededMinutes: z.optional(listOf(id(), 10)),
  }),
  data: FiguresTrial,
})

/** The people of an event or slot who would get other hours. */
export const SlotTrial = z.object({ ...tally, people: z.array(ChangedPerson) })
export type SlotTrial = z.output<typeof SlotTrial>

export const tryAgenda = endpoint({
  route: 'POST /private/slot-agendas/what-if',
  access: 'registrations:read',
  summary:
    "Counts a slot's current findings again with other hours: who would get more or fewer. Changes nothing.",
  body: onWire(idNames, { eventSlotId: id(), hours: GivenAgenda }),
  data: SlotTrial,
  refusals: ['SLOT_NOT_FOUND'],
})

/** The most reports, or days of reports, in a preview. */
const mostReports = 100

export const tryReports = endpoint({
  route: 'POST /private/attendance-reports/what-if',
  access: 'registrations:read',
  summary:
    'Counts the event of a slot as if some of its reports, or days of them, were set aside or restored: who would get more or fewer hours. Changes nothing.',
  body: onWire(idNames, {
    eventSlotId: id(),
    act: z.enum(['set-aside', 'withdraw'], { error: 'Has to be set-aside or withdraw' }),
    /** As in a decision. */
    subjects: listOf(subjectText, mostReports),
  }),
  data: SlotTrial,
  refusals: ['SLOT_NOT_FOUND', 'SUBJECT_UNKNOWN'],
})
