import * as z from 'zod/mini'
import { subjectText } from '#contract/attendance/attendance-decisions/calls.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'
import { SlotTrial } from './what-if.ts'

/** A poll question that was put once to everybody of a slot. */
export const PollQuestion = z.object({
  /** Names it in a decision. Without times, it names the question whenever it was put. */
  subject: z.string(),
  question: z.string(),
  /** The time of its first answer, or at which its code was shown; null if the reports have no times. */
  at: z.nullable(instant()),
  /** The day, if the reports have no times. */
  on: z.nullable(z.string()),
  isByCode: z.boolean(),
  /** It belongs to an hour of the slot. Else it counts nowhere. */
  isInHour: z.boolean(),
  /** The number of people present in its hour who answered it; null by the rule `hours-1`, which counts every question. */
  answered: z.nullable(z.int()),
  present: z.nullable(z.int()),
  /** Whether it counts as asked. */
  counts: z.boolean(),
  /** The answer of an administrator that decides it; null: the numbers decide. */
  word: z.nullable(
    z.object({
      decisionId: z.int(),
      subject: z.string(),
      reason: z.string(),
      /** Name or email; null: a deleted account. */
      decidedBy: z.nullable(z.string()),
      decidedAt: instant(),
    }),
  ),
})
export type PollQuestion = z.output<typeof PollQuestion>

export const getPollQuestions = endpoint({
  method: 'GET',
  path: '/private/poll-questions',
  access: 'registrations:read',
  summary:
    'The poll questions of a slot, each time they were put, with how many of those present answered, and whether they count as asked.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: z.object({
    eventName: z.string(),
    slot: z.object({ startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }),
    /** false: the credit rules of the slot count every question, or ask for none. */
    canDecide: z.boolean(),
    questions: z.array(PollQuestion),
  }),
  refusals: ['SLOT_NOT_FOUND'],
})

export const tryQuestion = endpoint({
  method: 'POST',
  path: '/private/poll-questions/what-if',
  access: 'registrations:read',
  summary:
    "Counts a slot's current findings again as if a poll question counted, or did not: who would get more or fewer. Changes nothing.",
  body: onWire(idNames, {
    eventSlotId: id(),
    subject: subjectText,
    /** null: as if nobody had answered. */
    counts: z.nullable(z.boolean({ error: 'Has to be true or false' })),
  }),
  data: SlotTrial,
  refusals: ['SLOT_NOT_FOUND', 'SUBJECT_UNKNOWN'],
})
