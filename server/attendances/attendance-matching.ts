import type { Attendee } from '#contract/attendances/calls.ts'
import { attendedMinutes } from '#contract/attendances/rules.ts'
import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { ReadAnswer, ReadVisit } from './attendance-reading.ts'

/** A person registered for a slot, with everything by which the webinar platform may know them. */
export interface RegisteredPerson {
  registrationId: number
  userId: string
  name: string
  email: string
  /** The current email, and those that the webinar platform was told; lower-case. */
  emails: string[]
  /** All ids that the webinar platform has given them, also those from before a move or a DELINK. */
  registrantIds: string[]
}

/** A stored visit. */
export interface Visit extends Pick<ReadVisit, 'registrantId' | 'email' | 'name'> {
  joinedAt: Date
  leftAt: Date
}

/** The visits and answers of a report, as they are stored. */
export interface Evidence {
  visits: Visit[]
  answers: SaidAnswer[]
}

type SaidVisit = Pick<
  ReadVisit,
  'registrantId' | 'email' | 'name' | 'role' | 'status' | 'joinedAt' | 'leftAt'
>
type SaidAnswer = Pick<ReadAnswer, 'registrantId' | 'email' | 'question' | 'answer' | 'answeredAt'>

type Who = Pick<Visit, 'registrantId' | 'email'> & { name?: string }

/**
 * Returns the visits and answers of a reading that count: of everybody but hosts, outside of the waiting room. A visit without a usable
 * end has no minutes, but its person came.
 */
export function evidenceOf(said: { visits: SaidVisit[]; answers: SaidAnswer[] }): Evidence {
  return {
    visits: said.visits.flatMap(({ role, status, registrantId, email, name, joinedAt, leftAt }) => {
      if (role === 'host' || status !== 'present' || !joinedAt) return []
      const end = leftAt && leftAt > joinedAt ? leftAt : joinedAt
      return [{ registrantId, email, name, joinedAt, leftAt: end }]
    }),
    answers: said.answers
      .filter(({ question, answer }) => question !== '' && answer !== '')
      .map(({ registrantId, email, question, answer, answeredAt }) => ({
        ...{ registrantId, email, question, answer, answeredAt },
      })),
  }
}

/**
 * Returns everybody registered with their visits and answers, then the other people of the report. Matches by registrant id,
 * else by email, never by name: two people may share it. A visit that fits two registered people belongs to neither.
 */
export function matchAttendance(
  registered: readonly RegisteredPerson[],
  { visits, answers }: Evidence,
): Attendee[] {
  const byRegistrantId = unambiguous(registered.map((person) => [person, person.registrantIds]))
  const byEmail = unambiguous(registered.map((person) => [person, person.emails]))
  const people = new Map<string, Collected>(
    registered.map((person) => [
      keyOf(person.registrationId),
      { who: person, name: person.name, email: person.email, visits: [], answers: [] },
    ]),
  )
  const keyOfEmail = new Map<string, string>()
  for (const visit of visits) collect(visit).visits.push(visit)
  for (const answer of answers) collect(answer).answers.push(answer)
  return [...people.values()].map(shown)

  function collect(from: Who): Collected {
    const email = comparedEmail(from.email ?? '') || null
    const found = byRegistrantId.get(from.registrantId ?? '') ?? byEmail.get(email ?? '')
    const unknown = from.registrantId ?? keyOfEmail.get(email ?? '') ?? email ?? `named ${from.name ?? ''}`
    const key = found ? keyOf(found.registrationId) : unknown
    // An answer may have only an email, though the person's visits had an id, too.
    if (email !== null && !keyOfEmail.has(email)) keyOfEmail.set(email, key)
    const collected = people.get(key) ?? {
      ...{ who: undefined, name: from.name ?? '', email: from.email },
      ...{ visits: [], answers: [] },
    }
    people.set(key, collected)
    return collected
  }
}

interface Collected {
  who: RegisteredPerson | undefined
  name: string
  email: string | null
  visits: Visit[]
  answers: SaidAnswer[]
}

function keyOf(registrationId: number): string {
  return `registration ${registrationId}`
}

function unambiguous(people: [RegisteredPerson, string[]][]): Map<string, RegisteredPerson> {
  const found = new Map<string, Set<RegisteredPerson>>()
  for (const [person, keys] of people) {
    for (const key of keys) found.set(key, (found.get(key) ?? new Set()).add(person))
  }
  return new Map(
    [...found].flatMap(([key, [person, ...others]]) =>
      person && others.length === 0 ? [[key, person] as const] : [],
    ),
  )
}

function shown({ who, name, email, visits, answers }: Collected): Attendee {
  return {
    registrationId: who?.registrationId ?? null,
    userId: who?.userId ?? null,
    name,
    email,
    minutes: attendedMinutes(visits),
    visits: visits
      .map(({ joinedAt, leftAt }) => ({ joinedAt, leftAt }))
      .sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime()),
    answers: answers.map(({ question, answer, answeredAt }) => ({ question, answer, answeredAt })),
  }
}
