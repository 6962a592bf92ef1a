import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { comparedText, longest, requiredLine } from '#contract/core/fields.ts'
import { Sheet, sheetField, sheetForm } from '#contract/core/sheets.ts'
import { givenInstant, id, idNames, idText, instant, listOf, onWire } from '#contract/core/wire.ts'
import { handFields, handRefusals } from '#contract/ledger/credits/calls.ts'
import { Hours } from '#contract/ledger/credits/rules.ts'

/** The answers to open questions. `credit` sets hours; the others say what the reports mean. */
export const decisionActs = [
  'match',
  'state',
  'set-aside',
  'settle',
  'credit',
  'counts',
  'does-not-count',
] as const

/** The most people at one computer. */
const mostPeople = 100

/** The most subjects of one answer, and the most answers withdrawn together. */
export const mostSubjects = 100

const longestSubject = 5000

const noSubject = 'Please name what it is about'

export const subjectText = comparedText(noSubject, longestSubject).check(z.minLength(1, { error: noSubject }))

/** The newest decision about the subject that the caller has read; null: none. If absent, the last answer wins. */
const readDecisionId = z.optional(z.nullable(id()))
const reason = requiredLine('Enter a reason', longest.line)

const Subjects = listOf(
  z.object({ subject: subjectText, readDecisionId }, { error: noSubject }),
  mostSubjects,
).check(
  z.minLength(1, { error: noSubject }),
  z.refine((list) => new Set(list.map((each) => each.subject)).size === list.length, {
    error: 'Names something twice',
  }),
)

/** Hours that an answer sets. */
const SetHours = z.object(
  {
    /** The registration in question, or another one of the same person. */
    registrationId: id(),
    hours: Hours,
    /** The hours are those of the newest evidence, so the rule sets them. */
    isByRule: z._default(z.boolean(), false),
    ...handFields,
  },
  { error: 'Has to name a registration and its hours' },
)

export const Decision = onWire(idNames, {
  eventSlotId: id(),
  act: z.enum(decisionActs, { error: 'Has to be one of the answers' }),
  /** Each gets its own decision. If one is refused, all are. */
  subjects: Subjects,
  /** For `match`: the registrations of the rows; empty for a stranger. */
  registrationIds: z._default(listOf(id(), mostPeople), []),
  /** For `state`. */
  from: z.optional(givenInstant()),
  to: z.optional(givenInstant()),
  /** Only for `credit`. */
  credit: z.optional(SetHours),
  reason,
  /** Stored with the first subject. */
  file: z.optional(Sheet),
})
export type Decision = z.output<typeof Decision>

/** The decisions in the order of their subjects. */
const Decided = z.object({ decisionIds: z.array(z.int()), decidedAt: instant() })
export type Decided = z.output<typeof Decided>

export const decideAttendance = endpoint({
  route: 'POST /private/attendance-decisions',
  access: 'credits:write',
  summary:
    'Answers what waits about the attendance of a slot, one subject or several alike. Each answer is a row with its reason, and the newest one about a subject counts.',
  body: Decision,
  fileField: sheetField,
  large: sheetForm,
  data: Decided,
  refusals: [
    'SLOT_NOT_FOUND',
    'REGISTRATION_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'SUBJECT_UNKNOWN',
    'ANSWER_UNFIT',
    'OTHER_EVENT',
    'TIMES_OUTSIDE_SLOT',
    'HOURS_ZERO',
    'PROFILE_INCOMPLETE',
    'CREDIT_ELSEWHERE',
    ...handRefusals,
    'PROVIDER_INCOMPLETE',
    'SHEET_TOO_LARGE',
    'SHEET_REFUSED',
  ],
})

export const registerAttendee = endpoint({
  route: 'POST /private/attendance-decisions/registrations',
  access: 'credits:write',
  summary:
    'Registers the person of an unknown email for the slot, with a new account if there is none, and matches their rows. A registration for another slot of the event is matched instead.',
  body: onWire(idNames, { eventSlotId: id(), subject: subjectText, reason, readDecisionId }),
  data: z.extend(Decided, { registrationId: z.int() }),
  refusals: [
    'SLOT_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'SUBJECT_UNKNOWN',
    'ANSWER_UNFIT',
    'EVENT_NOT_FOUND',
    'EVENT_IS_DRAFT',
    'USER_NOT_FOUND',
    'NOT_ADMINISTRATOR',
    'NOT_READY',
  ],
})

export const withdrawDecision = endpoint({
  route: 'POST /private/attendance-decisions/withdraw',
  access: 'credits:write',
  summary:
    'Withdraws answers about a slot, all or none, so that their subjects wait again. Hours that they set are what they were before, unless someone has set others since.',
  body: z.object({
    decisionIds: listOf(id(), mostSubjects).check(z.minLength(1, { error: 'Please name an answer' })),
    reason,
  }),
  data: z.object({}),
  refusals: [
    'DECISION_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'REGISTRATION_NOT_FOUND',
    'PROFILE_INCOMPLETE',
    'PROVIDER_INCOMPLETE',
  ],
})

export const AttendanceDecision = z.object({
  decisionId: z.int(),
  act: z.enum(decisionActs),
  subject: z.string(),
  registrations: z.array(z.object({ registrationId: z.int(), name: z.string(), email: z.string() })),
  /** The report that it is about. */
  report: z.nullable(z.object({ originName: z.string(), receivedAt: instant() })),
  from: z.nullable(instant()),
  to: z.nullable(instant()),
  /** The hours that it set, and if they are another registration's. */
  credit: z.nullable(z.object({ hours: z.int(), isElsewhere: z.boolean() })),
  reason: z.string(),
  /** '' without a file. */
  fileName: z.string(),
  /** Name or email; null for a deleted account. */
  decidedBy: z.nullable(z.string()),
  decidedAt: instant(),
  /** It counts. A later answer about the subject replaces it. */
  isNewest: z.boolean(),
  withdrawal: z.nullable(
    z.object({ reason: z.string(), decidedBy: z.nullable(z.string()), decidedAt: instant() }),
  ),
})
export type AttendanceDecision = z.output<typeof AttendanceDecision>

export const getDecisions = endpoint({
  route: 'GET /private/attendance-decisions',
  access: 'registrations:read',
  summary: 'All answers about the attendance of a slot, newest first.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: z.object({ decisions: z.array(AttendanceDecision) }),
  refusals: ['SLOT_NOT_FOUND'],
})

export const getDecisionFile = endpoint({
  route: 'GET /private/attendance-decisions/:decisionId/file',
  access: 'exports:read',
  summary: 'The file that an answer rests on, as it was sent.',
  params: z.object({ decisionId: idText() }),
  file: 'application/octet-stream',
  refusals: ['DECISION_NOT_FOUND'],
})
