import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownPeople } from '#contract/attendances/matching.ts'
import type { PollMoment } from '#contract/attendances/readings.ts'
import { countHours } from '#contract/credits/count-hours.ts'
import type { Figures } from '#contract/credits/figures.ts'
import type { Finding, StoredEvidence } from '#contract/credits/findings.ts'
import type { AgendaHour } from '#contract/slots/agendas.ts'
import {
  type AnswerRow,
  type CodeAnswer,
  type CountedPerson,
  matchedEvidence,
  type PersonEvidence,
  type SlotIdentity,
  type StandingDecision,
  type VisitRow,
} from './credit-finding-evidence.ts'
import { inputOf, readInput } from './credit-finding-input.ts'

/** Everything by which the hours of a slot are counted. */
export interface CountBasis {
  webinarId: string | null
  people: readonly CountedPerson[]
  identities: readonly SlotIdentity[]
  rows: { visits: readonly VisitRow[]; answers: readonly AnswerRow[]; asked: readonly PollMoment[] }
  decisions: ReadonlyMap<string, StandingDecision>
  codes: { answers: readonly CodeAnswer[]; asked: readonly PollMoment[] }
  /** The hours of the days that a report covers. */
  covered: AgendaHour[]
  figures: Figures
  isSettled: boolean
}

export interface Counted extends PersonEvidence {
  finding: Finding
  input: StoredEvidence
  hash: string
}

/** Counts everybody at a slot. Needs no database, so that others can count again. Also returns the rows that belong to nobody yet. */
export async function countPeople(basis: CountBasis) {
  const { webinarId, identities, rows, decisions, codes, covered, figures, isSettled } = basis
  const known = knownPeople({ webinarId, registrations: basis.people, identities })
  // Their rows match nobody in `known`. They wait with the registration that an administrator may restore.
  const gone = basis.people.filter(({ userId }) => !known.byUser.has(userId))
  const canceled = knownPeople({
    ...{ webinarId, identities },
    registrations: gone.map((person) => ({ ...person, isCanceled: false })),
  })
  const byId = new Map(basis.people.map((person) => [person.registrationId, person]))
  const { people, waiting } = matchedEvidence(
    { people: byId, known, canceled },
    rows,
    decisions,
    codes.answers,
  )
  const shared = { agenda: covered, asked: [...rows.asked, ...codes.asked], isSettled }
  const counted: Counted[] = []
  let begunAt = performance.now()
  for (const person of people) {
    const { input, hash } = inputOf(person, shared)
    // What is stored is counted, so that the stored input alone explains the finding.
    counted.push({ ...person, input, hash, finding: countHours(figures, covered, readInput(input)) })
    // A slot of a thousand people takes longer than another request should wait.
    if (performance.now() - begunAt > mostMsAtOnce) {
      await nextTurn()
      begunAt = performance.now()
    }
  }
  return { people, waiting, counted }
}

const mostMsAtOnce = 10
