import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { PollMoment } from '#contract/attendances/readings.ts'
import { HourPieces, StoredEvidence } from '#contract/credits/findings.ts'
import type { AgendaHour } from '#contract/slots/agendas.ts'
import type { PersonEvidence } from './credit-finding-evidence.ts'

/** The part of the input that is the same for everybody at a slot. */
export interface Shared {
  agenda: AgendaHour[]
  asked: PollMoment[]
  isSettled: boolean
}

/**
 * Returns the input of a finding as it is stored, and its hash. Whole seconds, sorted, without doubles: the same evidence in another
 * order has the same hash.
 */
export function inputOf({ visits, answers }: PersonEvidence, { agenda, asked, isSettled }: Shared) {
  const input: StoredEvidence = {
    agenda: encodedAgenda(agenda),
    visits: distinct(
      visits.map(({ joinedAt, leftAt, role, medium, isWaiting }) => ({
        ...{ joinedAt: second(joinedAt), leftAt: second(leftAt), role, medium, isWaiting },
      })),
    ),
    answers: moments(answers),
    asked: moments(asked),
    isSettled,
  }
  return { input, hash: createHash('sha256').update(JSON.stringify(input)).digest('hex') }
}

/** Returns a stored input as `countHours` takes it. */
export function readInput(input: StoredEvidence) {
  return z.decode(StoredEvidence, input)
}

const encodedAgendas = new WeakMap<AgendaHour[], StoredEvidence['agenda']>()

function encodedAgenda(agenda: AgendaHour[]): StoredEvidence['agenda'] {
  const known = encodedAgendas.get(agenda)
  if (known) return known
  const encoded = z.encode(HourPieces, agenda)
  encodedAgendas.set(agenda, encoded)
  return encoded
}

function moments(found: readonly PollMoment[]): StoredEvidence['answers'] {
  return distinct(
    found.map(({ question, at, on, source }) => ({
      question,
      at: second(at),
      on,
      ...(source && { source }),
    })),
  )
}

function second(instant: Date | null): string | null {
  return instant && new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString()
}

function distinct<Item>(items: Item[]): Item[] {
  const byText = new Map(items.map((item) => [JSON.stringify(item), item]))
  return [...byText.keys()].sort().map((text) => byText.get(text) as Item)
}
