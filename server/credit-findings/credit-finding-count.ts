import { setImmediate as nextTurn } from 'node:timers/promises'
import { slotSubject } from '#contract/attendance-decisions/subjects.ts'
import { countHours } from '#contract/credits/count-hours.ts'
import type { Finding, StoredEvidence } from '#contract/credits/findings.ts'
import { findCodeMoments } from '#server/poll-codes/queries.ts'
import type { Slot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { matchedEvidence, type PersonEvidence } from './credit-finding-evidence.ts'
import { findSlotFacts, findSlotReports } from './credit-finding-facts.ts'
import { inputOf, readInput } from './credit-finding-input.ts'
import { findSlotPeople } from './credit-finding-people.ts'

export interface Counted extends PersonEvidence {
  finding: Finding
  input: StoredEvidence
  hash: string
}

/** Counts everybody at a slot by its reports as they are now, and stores nothing. undefined: no report covers any day. */
export async function countEverybody({ tx, clock }: Pick<Work, 'tx' | 'clock'>, slot: Slot) {
  const [facts, reports, world, codes] = await Promise.all([
    findSlotFacts(tx, slot),
    findSlotReports(tx, slot),
    findSlotPeople(tx, slot),
    findCodeMoments(tx, slot.eventSlotId),
  ])
  if (reports.coveredDays.size === 0) return undefined
  const { rule, agenda, decisions } = facts
  const isSettledByHand = decisions.get(slotSubject)?.act === 'settle'
  const isSettled = isSettledByHand || clock() >= facts.settlesAt
  const covered = agenda.filter(({ on }) => reports.coveredDays.has(on))
  const { people, waiting } = matchedEvidence(world, reports.rows, decisions, codes.answers)
  const counted = await countAll(people, rule.figures, {
    agenda: covered,
    asked: [...reports.rows.asked, ...codes.asked],
    isSettled,
  })
  return { facts, reports, world, people, waiting, counted, covered, isSettled, isSettledByHand }
}

/** Counts in steps, because a slot of a thousand people takes longer than another request should wait. */
async function countAll(
  people: PersonEvidence[],
  figures: Parameters<typeof countHours>[0],
  shared: Parameters<typeof inputOf>[1],
): Promise<Counted[]> {
  const counted: Counted[] = []
  let begunAt = performance.now()
  for (const person of people) {
    const { input, hash } = inputOf(person, shared)
    // What is stored is counted, so that the stored input alone explains the finding.
    counted.push({ ...person, input, hash, finding: countHours(figures, shared.agenda, readInput(input)) })
    if (performance.now() - begunAt > mostMsAtOnce) {
      await nextTurn()
      begunAt = performance.now()
    }
  }
  return counted
}

const mostMsAtOnce = 10
