import * as z from 'zod/mini'
import { subjectText } from '#contract/attendance/attendance-decisions/calls.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { SlotTrial } from './what-if.ts'

/** One launch of a poll question to a whole slot. */
export const PollQuestion = z.object({
  /** Its key in a decision. Without times, the key covers every launch of the question. */
  subject: z.string(),
  question: z.string(),
  /** Its first answer, or when its code was shown; null if the reports have no times. */
  at: z.nullable(instant()),
  /** The day, if the reports have no times. */
  on: z.nullable(z.string()),
  isByCode: z.boolean(),
  /** It belongs to an hour of the slot. Else it does not count. */
  isInHour: z.boolean(),
  /** The people present in its hour who answered; null by `hours-1`, which counts every question. */
  answered: z.nullable(z.int()),
  present: z.nullable(z.int()),
  /** It counts as asked. */
  counts: z.boolean(),
  /** An administrator's decision; null: the numbers decide. */
  word: z.nullable(
    z.object({
      decisionId: z.int(),
      subject: z.string(),
      reason: z.string(),
      /** Name or email; null for a deleted account. */
      decidedBy: z.nullable(z.string()),
      decidedAt: instant(),
    }),
  ),
})
export type PollQuestion = z.output<typeof PollQuestion>

export const getPollQuestions = endpoint({
  route: 'GET /private/poll-questions',
  access: 'registrations:read',
  summary:
    'The poll questions of a slot, each time they were put, with how many of those present answered, and whether they count as asked.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: z.object({
    eventName: z.string(),
    slot: z.object(slotTimes),
    /** false: the slot's credit rules count every question, or need none. */
    canDecide: z.boolean(),
    questions: z.array(PollQuestion),
  }),
  refusals: ['SLOT_NOT_FOUND'],
})

export const tryQuestion = endpoint({
  route: 'POST /private/poll-questions/what-if',
  access: 'registrations:read',
  summary:
    "Counts a slot's current findings again as if a poll question counted, or did not: who would get more or fewer. Changes nothing.",
  body: onWire(idNames, {
    eventSlotId: id(),
    subject: subjectText,
    /** null: back to the numbers. */
    counts: z.nullable(z.boolean({ error: 'Must be true or false' })),
  }),
  data: SlotTrial,
  refusals: ['SLOT_NOT_FOUND', 'SUBJECT_UNKNOWN'],
})
