import { slotSubject } from '#contract/attendance-decisions/subjects.ts'
import { findCodeMoments } from '#server/poll-codes/queries.ts'
import type { Slot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { countPeople } from './credit-finding-counting.ts'
import { findSlotFacts, findSlotReports } from './credit-finding-facts.ts'
import { findSlotPeople } from './credit-finding-people.ts'

/** Counts everybody at a slot by its reports as they are now, and stores nothing. undefined: no report covers any day. */
export async function countEverybody({ tx, clock }: Pick<Work, 'tx' | 'clock'>, slot: Slot) {
  const [facts, reports, { people: registered, identities }, codes] = await Promise.all([
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
  const { people, waiting, counted } = await countPeople({
    ...{ webinarId: slot.webinarId, people: registered, identities, rows: reports.rows, decisions, codes },
    ...{ covered, figures: rule.figures, isSettled },
  })
  const registrations = new Map(registered.map((person) => [person.registrationId, person]))
  return { facts, reports, registrations, people, waiting, counted, covered, isSettled, isSettledByHand }
}
