import * as z from 'zod'
import { knownPeople, type Match, matchOne } from '#contract/attendances/matching.ts'
import { isPlainDate, type PlainDate, type PlainTime } from '#contract/core/plain-dates.ts'
import { countHours } from '#contract/credits/count-hours.ts'
import { Figures } from '#contract/credits/figures.ts'
import type { Finding } from '#contract/credits/findings.ts'
import { type LedgerRow, nextCredit, standingCredit } from '#contract/credits/standing-credit.ts'
import { refusedHours } from '#contract/slots/agenda-rules.ts'
import { agendaOf, hoursOf, StatedAgenda } from '#contract/slots/agendas.ts'

/** A file of test vectors. Each vector is checked by itself, so that one that cannot be read does not hide the others. */
export const VectorsFile = z.object({
  figures: z.record(z.string(), z.unknown()).default({}),
  vectors: z.array(z.looseObject({ id: z.string(), kind: z.string() })),
})
type VectorsFile = z.output<typeof VectorsFile>

/** Returns the result of one vector, with the keys of what it expects. Throws a problem with words if it cannot be read. */
export function resultOf(vector: VectorsFile['vectors'][number], figures: VectorsFile['figures']): unknown {
  switch (vector.kind) {
    case 'count':
      return withKeysOf(vector.expected, countVector(CountVector.parse(vector), figures))
    case 'match': {
      const expected = Array.isArray(vector.expected) ? vector.expected : []
      return matchVector(MatchVector.parse(vector)).map((match, row) => withKeysOf(expected[row], match))
    }
    case 'stand':
      return withKeysOf(vector.expected, standVector(StandVector.parse(vector)))
    default:
      throw new Error(`its kind is ${vector.kind}, not count, match or stand`)
  }
}

function withKeysOf(expected: unknown, result: object): object {
  if (typeof expected !== 'object' || expected === null) return result
  const found = new Map(Object.entries(result))
  return Object.fromEntries(Object.keys(expected).map((key) => [key, found.get(key) ?? null]))
}

const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not an instant')
  .transform((text) => new Date(text))
const day = z.custom<PlainDate>((on) => typeof on === 'string' && isPlainDate(on), 'is not a day')
const time = z
  .string()
  .regex(/^\d{2}:\d{2}$/)
  .transform((text) => text as PlainTime)

/** A role besides these two has hosted. */
const role = z.enum(['attendee', 'panelist', 'host']).catch('host').default('attendee')

const visit = z
  .object({
    joinedAt: instant.nullish(),
    leftAt: instant.nullish(),
    role,
    medium: z.enum(['online', 'phone', 'in-person']).catch('online').default('online'),
    status: z.string().nullish(),
  })
  .transform(({ joinedAt, leftAt, role, medium, status }) => ({
    joinedAt: joinedAt ?? null,
    leftAt: leftAt ?? null,
    role,
    medium,
    isWaiting: status === 'in_waiting_room',
  }))

const poll = z
  .object({ question: z.string(), at: instant.nullish(), on: day.nullish() })
  .transform(({ question, at, on }) => ({ question, at: at ?? null, on: on ?? null }))

const CountVector = z.object({
  figures: z.string(),
  slot: z.object({
    startOn: day,
    endOn: day,
    startTime: time,
    endTime: time,
    breaks: z.array(z.object({ from: time, to: time, name: z.string().default('Break') })).default([]),
    agenda: z.optional(StatedAgenda),
  }),
  visits: z.array(visit),
  answers: z.array(poll),
  asked: z.array(poll),
  settled: z.boolean(),
})

function countVector(vector: z.output<typeof CountVector>, known: VectorsFile['figures']): object {
  const { slot, visits, answers, asked, settled } = vector
  if (!(vector.figures in known)) throw new Error(`the file has no figures '${vector.figures}'`)
  const figures = Figures.parse(known[vector.figures])
  const agenda = slot.agenda ? agendaOf(slot.agenda) : hoursOf(slot, figures)
  const finding = countHours(figures, agenda, { visits, answers, asked, isSettled: settled })
  return {
    ...finding,
    hourCodes: finding.agenda.map(({ code }) => code),
    refused: refusedHours(figures, agenda),
  }
}

const MatchVector = z.object({
  world: z.object({
    slot: z.string(),
    webinarId: z.string().nullish(),
    registrations: z.array(
      z.object({
        registrationId: z.int(),
        userId: z.string(),
        slot: z.string(),
        emails: z.array(z.string()),
        name: z.string().default(''),
        canceled: z.boolean().default(false),
      }),
    ),
    identities: z.array(
      z.object({
        registrationId: z.int(),
        webinarId: z.string(),
        registrantId: z.string(),
        email: z.string().nullish(),
      }),
    ),
  }),
  rows: z.array(
    z.object({
      row: z.int(),
      registrantId: z.string().nullish(),
      email: z.string().nullish(),
      name: z.string().nullish(),
      role,
    }),
  ),
  decisions: z.array(
    z.object({ row: z.int(), act: z.enum(['decide', 'withdraw']), to: z.array(z.int()).default([]) }),
  ),
})

function matchVector({ world, rows, decisions }: z.output<typeof MatchVector>): object[] {
  const people = knownPeople({
    webinarId: world.webinarId ?? null,
    registrations: world.registrations.map(({ slot, canceled, ...registration }) => ({
      ...registration,
      isOtherSlot: slot !== world.slot,
      isCanceled: canceled,
      emails: [
        ...registration.emails,
        // An email that the webinar platform was told.
        ...world.identities.flatMap(({ registrationId, email }) =>
          email && registrationId === registration.registrationId ? [email] : [],
        ),
      ],
    })),
    identities: world.identities,
  })
  const decided = decisions.map(({ row, act, to }) => ({ rowId: row, act, to }))
  return rows.map(({ row, registrantId, email, name, role }) =>
    spelled(
      matchOne(
        people,
        { rowId: row, registrantId: registrantId ?? null, email: email ?? null, name: name ?? '', role },
        decided,
      ),
    ),
  )
}

function spelled(match: Match): object {
  if ('to' in match) return match
  return { wait: match.waits, ...(match.candidates.length > 0 && { candidates: match.candidates }) }
}

const hours = z.int().min(0)

const StandVector = z.object({
  steps: z.array(
    z.discriminatedUnion('step', [
      z.object({
        step: z.literal('person'),
        hours,
        source: z.enum(['administrator', 'csv']).default('administrator'),
      }),
      z.object({
        step: z.literal('finding'),
        hours,
        evidence: z.string(),
        reason: z.custom<Finding['reason']>((reason) => typeof reason === 'string'),
        settled: z.boolean().default(true),
      }),
      z.object({ step: z.literal('release') }),
      z.object({ step: z.literal('undo') }),
    ]),
  ),
})
type Step = z.output<typeof StandVector>['steps'][number]

/** Takes the steps one after the other. After each of them the newest finding is looked at again, as the portal does. */
function standVector({ steps }: z.output<typeof StandVector>): object {
  const ledger: (LedgerRow & { evidence?: string })[] = []
  const undone = new Set<string | undefined>()
  let finding: Extract<Step, { step: 'finding' }> | undefined
  let waits: string[] = []
  for (const step of steps) {
    if (step.step === 'finding') finding = step
    else ledger.push(rowOf(step))
    if (!finding) continue
    const { evidence, reason, settled } = finding
    const next = nextCredit(
      standingCredit(ledger),
      { hours: finding.hours, reason, isFinal: settled },
      {
        isCanceled: false,
        isProfileComplete: true,
        hasEnded: true,
        isElsewhere: false,
        isUndone: undone.has(evidence),
      },
    )
    if (next.act === 'write') {
      ledger.push({ act: 'set', source: 'attendance', hours: next.hours, evidence })
    }
    waits = next.act === 'waits' ? [next.why] : []
  }
  const standing = standingCredit(ledger)
  return {
    credits: ledger.length,
    hours: standing?.hours ?? 0,
    source: standing?.source ?? null,
    waits,
  }

  function rowOf(step: Exclude<Step, { step: 'finding' }>): LedgerRow {
    if (step.step === 'person') return { act: 'set', source: step.source, hours: step.hours }
    if (step.step === 'release') return { act: 'release', source: 'administrator', hours: 0 }
    const last = standingCredit(ledger)
    const before = standingCredit(ledger.filter((row) => row !== last))
    undone.add(last?.evidence)
    return { act: 'set', source: last?.source ?? 'attendance', hours: before?.hours ?? 0 }
  }
}
