import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, requiredLine } from '#contract/core/fields.ts'
import {
  givenInstant,
  id,
  idNames,
  idText,
  instant,
  listOf,
  numberText,
  onWire,
} from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { mostMinutes } from './rules.ts'

export const PollCode = z.object({
  pollCodeId: z.int(),
  /** null: the caller may not act for people. */
  code: z.nullable(z.string()),
  /** Its question's label, like 'Poll 3'. */
  question: z.string(),
  /** Its minutes: from the first instant until before the last one. */
  opensAt: instant(),
  closesAt: instant(),
  /** The people who entered it. */
  answers: z.int(),
  /** null: it counts. */
  withdrawnAt: z.nullable(instant()),
})
export type PollCode = z.output<typeof PollCode>

const notMinutes = `Has to be 1 to ${mostMinutes} minutes`
export const NewPollCode = z.object(
  {
    question: requiredLine('Please name the question', longest.name),
    /** null: immediately. */
    opensAt: z.nullable(givenInstant()),
    minutes: z
      .int({ error: notMinutes })
      .check(z.minimum(1, { error: notMinutes }), z.maximum(mostMinutes, { error: notMinutes })),
  },
  { error: 'Has to be an object' },
)
export type NewPollCode = z.output<typeof NewPollCode>

export const PollCodes = onWire(idNames, {
  eventSlotId: z.int(),
  eventName: z.string(),
  slot: z.object(slotTimes),
  /** In the order of their minutes. */
  codes: z.array(PollCode),
  /** A code for each hour that is not over and has none. */
  proposals: z.array(z.object({ question: z.string(), opensAt: instant(), minutes: z.int() })),
  /** The portal's clock. */
  now: instant(),
})
export type PollCodes = z.output<typeof PollCodes>

export const getPollCodes = endpoint({
  route: 'GET /private/poll-codes',
  access: 'registrations:read',
  summary: 'The poll codes of a slot, with how many people entered each.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: PollCodes,
  refusals: ['SLOT_NOT_FOUND'],
})

export const makePollCodes = endpoint({
  route: 'POST /private/poll-codes',
  access: 'credits:write',
  summary: 'Makes poll codes for a slot. Each opens at an instant during the slot, or now.',
  body: onWire(idNames, {
    eventSlotId: id(),
    codes: listOf(NewPollCode, 100).check(z.minLength(1, { error: 'Please give at least one code' })),
  }),
  data: PollCodes,
  refusals: ['SLOT_NOT_FOUND', 'EVENT_NOT_FOUND', 'POLL_QUESTION_TAKEN'],
})

const pollCodeId = numberText('Has to be a whole number above 0', { min: 1, max: 2_147_483_647 })

export const getPollCode = endpoint({
  route: 'GET /private/poll-codes/:pollCodeId',
  access: 'registrations:write',
  summary: 'A poll code for a slide: with the address where it is entered, and its QR code.',
  params: z.object({ pollCodeId }),
  data: z.object({
    code: z.string(),
    question: z.string(),
    eventName: z.string(),
    opensAt: instant(),
    closesAt: instant(),
    withdrawnAt: z.nullable(instant()),
    /** The page on which any code is entered. */
    address: z.string(),
    /** An SVG of the page of this code. */
    qrCode: z.string(),
    /** The portal's clock. */
    now: instant(),
  }),
  refusals: ['POLL_CODE_NOT_FOUND'],
})

export const withdrawPollCode = endpoint({
  route: 'POST /private/poll-codes/:pollCodeId/withdrawal',
  access: 'credits:write',
  summary: 'Withdraws a poll code: no one needs it anymore. Answers that people gave with it still count.',
  params: z.object({ pollCodeId }),
  data: PollCodes,
  refusals: ['SLOT_NOT_FOUND', 'EVENT_NOT_FOUND', 'POLL_CODE_NOT_FOUND', 'NOTHING_CHANGES'],
})

export const answerPollCode = endpoint({
  route: 'POST /private/poll-answers',
  access: 'user',
  summary: 'Answers a poll by the code on its slide. The first answer counts.',
  body: z.object({ code: requiredLine('Please enter the code from the slide', longest.code) }),
  data: z.object({
    eventName: z.string(),
    question: z.string(),
    answeredAt: instant(),
    /** The caller had entered it before. */
    isRepeated: z.boolean(),
  }),
  refusals: [
    'POLL_CODE_UNKNOWN',
    'POLL_CODE_EARLY',
    'POLL_CODE_OVER',
    'POLL_CODE_OTHER_EVENT',
    'TOO_MANY_POLL_CODES',
  ],
})
