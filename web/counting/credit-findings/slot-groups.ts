import { answerGroupOf } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { CountedPerson, Question, SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { anomalies, registrationQuestions } from '#contract/counting/credit-findings/calls.ts'

/** The groups of people without open questions, in display order. */
export const groupNames = ['fewer', 'open', 'all', 'never'] as const
export type Group = (typeof groupNames)[number]

/** An open question, or rows of one name without id and email, which are answered together. */
export interface Waiting {
  key: string
  /** The only question, or the earliest row with the visits and answers of all. */
  wait: Question
  /** Earliest first. */
  rows: Question[]
}

/** A slot's people, each in one group. */
export interface SlotGroups {
  /** Questions that block the whole slot. */
  anomalies: Question[]
  /** All open questions for administrators, with the person if known. */
  waiting: (Waiting & { person: CountedPerson | undefined })[]
  /** Nearest to the boundary first. */
  fewer: CountedPerson[]
  /** People who only lack polls that may still come. */
  open: CountedPerson[]
  all: CountedPerson[]
  never: CountedPerson[]
}

/** Groups a slot's people. Those with open questions are in no other group. */
export function groupsOf({ people, waits }: Pick<SlotFindings, 'people' | 'waits'>): SlotGroups {
  const personOf = new Map(people.map((person) => [person.registrationId, person]))
  const ofSlot = waits.filter(({ kind }) => isOneOf(kind, anomalies))
  const ofPeople = waits.filter(({ kind }) => !isOneOf(kind, anomalies))
  const held = new Set(
    ofPeople.flatMap(({ kind, registrationId }) =>
      isOneOf(kind, registrationQuestions) ? [registrationId] : [],
    ),
  )
  const free = people.filter(({ registrationId }) => !held.has(registrationId))
  const inGroup = (group: Group) => free.filter((person) => groupOf(person) === group)
  const lacks = ({ shortBy }: CountedPerson) => shortBy ?? Number.POSITIVE_INFINITY
  return {
    anomalies: ofSlot,
    waiting: waitingOf(ofPeople).map((each) => ({
      ...each,
      person: personOf.get(each.wait.registrationId ?? 0),
    })),
    fewer: inGroup('fewer').sort((a, b) => (lacks(a) === lacks(b) ? 0 : lacks(a) - lacks(b))),
    open: inGroup('open'),
    all: inGroup('all'),
    never: inGroup('never'),
  }
}

/** Groups the questions answered together, in the order of their first ones. */
export function waitingOf(waits: Question[]): Waiting[] {
  const groups = Map.groupBy(waits, ({ kind, subject }) => `${kind} ${answerGroupOf(subject)}`)
  return [...groups].map(([key, group]) => {
    // The subjects of one name differ in their times.
    const rows = group.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    const [first] = rows as [Question]
    if (rows.length === 1) return { key, wait: first, rows }
    const facts = {
      visits: rows.flatMap(({ facts }) => facts.visits ?? []),
      answers: rows.reduce((sum, { facts }) => sum + (facts.answers ?? 0), 0),
    }
    return { key, wait: { ...first, facts }, rows }
  })
}

/** Returns the people and questions whose name or email has all words of the search. */
export function narrowed(groups: SlotGroups, search: string): SlotGroups {
  const words = search.toLowerCase().split(/\s+/)
  const fits = ({ name, email }: { name: string; email: string | null }) => {
    const text = `${name} ${email ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return {
    anomalies: groups.anomalies,
    waiting: groups.waiting.filter(({ wait, person }) => fits(wait) || (person && fits(person))),
    fewer: groups.fewer.filter(fits),
    open: groups.open.filter(fits),
    all: groups.all.filter(fits),
    never: groups.never.filter(fits),
  }
}

/** Returns the places of the hours that begin a day. */
export function dayStartsOf(agenda: SlotFindings['agenda']): Set<number> {
  return new Set(agenda.flatMap(({ on }, place) => (on === agenda[place - 1]?.on ? [] : [place])))
}

function groupOf({ found, codes }: CountedPerson): Group {
  if (found.reason === 'no-visits') return 'never'
  if (found.hours >= found.possibleHours) return 'all'
  return found.reason === 'open' && !codes.some((code) => isOneOf(code, lost)) ? 'open' : 'fewer'
}

const lost = ['too-short', 'not-there', 'poll-missing']

function isOneOf(kind: string, kinds: readonly string[]) {
  return kinds.includes(kind)
}
