import { readSubject, subjectOfRow } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { KnownPeople, Match } from '#contract/attendance/attendances/matching.ts'
import { matchOne, registrationOf } from '#contract/attendance/attendances/matching.ts'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import { visibleEmail } from '#contract/core/email-addresses.ts'
import type { QuestionWord } from '#contract/counting/hours/asked.ts'
import type { StatedTotal } from '#contract/counting/hours/stated-totals.ts'
import { dayAt } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { SlotPerson } from '#server/attendance/attendance-uploads/attendance-upload-people.ts'
import { inTurns } from '#server/core/in-turns.ts'

interface Who {
  registrantId: string | null
  email: string | null
  name: string
}

/** A row about a visit or an absence. */
export type VisitRow = AttendanceVisit & Who & { status: 'present' | 'waiting' | 'absent'; reportId: number }

/** A row with a start and an end of attendance. */
export type UsableRow = VisitRow & { joinedAt: Date; leftAt: Date }

/** Returns true if a row has a start and an end of attendance. */
export function isUsable(row: VisitRow): row is UsableRow {
  const { joinedAt, leftAt, role, isWaiting, status } = row
  return role !== 'host' && !isWaiting && status === 'present' && !!joinedAt && !!leftAt && joinedAt < leftAt
}

export type AnswerRow = PollMoment & Who & { answer: string }

/** A report's total minutes of a person. */
export type TotalRow = Who & { reportId: number; minutes: number }

/** The facts that decide which rows belong to a registration. */
export type CountedPerson = Pick<
  SlotPerson,
  'registrationId' | 'userId' | 'name' | 'emails' | 'eventSlotId' | 'isCanceled' | 'isCredited'
>

/** A poll answered by code. */
export type CodeAnswer = PollMoment & { registrationId: number }

/** An administrator's answer in the queue: the newest one about a subject, unless withdrawn. */
export interface StandingDecision {
  act: 'match' | 'state' | 'set-aside' | 'settle' | 'credit' | 'counts' | 'does-not-count'
  subject: string
  registrationIds: number[]
  fromAt: Date | null
  toAt: Date | null
  decidedAt: Date
}

/** One person's rows in the reports. */
interface SubjectRows extends Who {
  subject: string
  visits: VisitRow[]
  answers: AnswerRow[]
}

/** All evidence about a registration at a slot. */
export interface PersonEvidence {
  registrationId: number
  visits: AttendanceVisit[]
  answers: PollMoment[]
  /** The reports' totals, each with the rows of its report. */
  totals: StatedTotal[]
  note: 'other-slot' | 'canceled' | null
  subjects: { subject: string; name: string; by: string }[]
}

/** Rows without a known person. */
export interface WaitingRows extends SubjectRows {
  waits: Extract<Match, { waits: unknown }>['waits']
  candidates: number[]
}

/** The registrations of a slot's event, and everything by which a report may know their people. */
interface Matching {
  people: ReadonlyMap<number, CountedPerson>
  known: KnownPeople
  /** People whose registrations are all canceled. */
  canceled: KnownPeople
  /** Emails of hosts and speakers, by an administrator's word at one slot of the event. */
  strangers: ReadonlySet<string>
}

/**
 * Divides a slot's rows among its people: everyone registered for the slot, and others found in the reports.
 * A row that only fits a canceled registration is its evidence, and that registration waits. Rows without a
 * person wait.
 */
export async function matchedEvidence(
  { people, known, canceled, strangers }: Matching,
  slot: {
    eventSlotId: number
    isInPerson: boolean
    time: SlotTime
    rows: { visits: readonly VisitRow[]; answers: readonly AnswerRow[] }
    totals: readonly TotalRow[]
    decisions: ReadonlyMap<string, StandingDecision>
    codes: { answers: readonly CodeAnswer[] }
  },
): Promise<{ people: PersonEvidence[]; waiting: WaitingRows[] }> {
  const { eventSlotId, isInPerson, rows, decisions, codes } = slot
  const days = slotDays(slot.time)
  const totals = Map.groupBy(slot.totals, (row) => subjectOfRow({ ...row, from: null, to: null }))
  const found = new Map<number, PersonEvidence>()
  for (const person of people.values()) {
    if (person.eventSlotId === eventSlotId && !person.isCanceled) evidenceOf(person.registrationId)
  }
  const waiting: WaitingRows[] = []
  for await (const rowsOfOne of inTurns(await subjectsOf(rows))) {
    const { subject, name, visits, answers } = rowsOfOne
    const match = matchOfSubject(rowsOfOne)
    if ('waits' in match) {
      if (isAboutPresence(rowsOfOne)) waiting.push({ ...rowsOfOne, ...match })
      continue
    }
    for (const registrationId of new Set(match.to.flatMap((id) => countedFor(id) ?? []))) {
      const evidence = evidenceOf(registrationId)
      evidence.visits.push(...visits)
      evidence.answers.push(...answers)
      evidence.subjects.push({ subject, name, by: match.by })
      for (const { reportId, minutes } of totals.get(subject) ?? []) {
        evidence.totals.push({ minutes, visits: visits.filter((visit) => visit.reportId === reportId) })
      }
    }
  }
  for (const { act, registrationIds, fromAt: joinedAt, toAt: leftAt } of decisions.values()) {
    const registrationId = countedFor(registrationIds[0] ?? 0)
    if (act !== 'state' || registrationId === undefined) continue
    const medium = isInPerson ? 'in-person' : 'online'
    const stated = { joinedAt, leftAt, role: 'attendee', medium, isWaiting: false } as const
    const evidence = evidenceOf(registrationId)
    evidence.visits.push(stated)
    // An administrator has looked at this day, whatever total a report states.
    const on = joinedAt && dayAt(days, joinedAt)?.on
    evidence.totals = evidence.totals.filter(
      ({ visits }) => !on || visits.every(({ joinedAt }) => joinedAt && dayAt(days, joinedAt)?.on !== on),
    )
  }
  for (const { registrationId, ...answer } of codes.answers) {
    // It counts where the person's visits count.
    const userId = people.get(registrationId)?.userId
    const counted =
      userId === undefined ? undefined : (registrationOf(known, userId) ?? registrationOf(canceled, userId))
    if (counted !== undefined) found.get(counted)?.answers.push(answer)
  }
  return { people: [...found.values()], waiting }

  /**
   * Returns the registration for which an administrator's word about one counts. If that was canceled, as by a
   * merge, it is the person's other one.
   */
  function countedFor(registrationId: number): number | undefined {
    const person = people.get(registrationId)
    if (!person?.isCanceled) return person?.registrationId
    return registrationOf(known, person.userId) ?? registrationId
  }

  function matchOfSubject(rowsOfOne: SubjectRows): Match {
    const { subject, registrantId, email, name } = rowsOfOne
    const row = { rowId: 0, registrantId, email, name, role: roleOf(rowsOfOne) }
    const match = matchOne(known, row, decided(decisions.get(subject)))
    if (!('waits' in match) || (match.waits !== 'no-email' && match.waits !== 'unknown-email')) return match
    const ofCanceled = matchOne(canceled, row, [])
    if ('to' in ofCanceled) return ofCanceled
    return strangers.has(visibleEmail(email ?? '')) ? { to: [], by: 'decision' } : match
  }

  function evidenceOf(registrationId: number): PersonEvidence {
    const known = found.get(registrationId)
    if (known) return known
    const person = people.get(registrationId) as CountedPerson
    const note = person.isCanceled ? 'canceled' : person.eventSlotId === eventSlotId ? null : 'other-slot'
    const evidence: PersonEvidence = {
      registrationId,
      visits: [],
      answers: [],
      totals: [],
      note,
      subjects: [],
    }
    found.set(registrationId, evidence)
    return evidence
  }
}

/** Returns the emails of strangers by the decisions of an event's slots. */
export function strangersOf(
  decisionsOfSlots: readonly ReadonlyMap<string, StandingDecision>[],
): ReadonlySet<string> {
  const strangers = decisionsOfSlots.flatMap((decisions) =>
    [...decisions].flatMap(([subject, { act, registrationIds }]) =>
      act === 'match' && registrationIds.length === 0 ? (readSubject(subject).email ?? '') : [],
    ),
  )
  return new Set(strangers.filter((email) => email !== ''))
}

/** Groups rows by person, without people who were only expected. */
export async function subjectsOf({
  visits,
  answers,
}: {
  visits: readonly VisitRow[]
  answers: readonly AnswerRow[]
}): Promise<SubjectRows[]> {
  const subjects = new Map<string, SubjectRows>()
  for await (const visit of inTurns(visits)) {
    if (visit.status !== 'absent') rowsOf(visit, visit.joinedAt, visit.leftAt).visits.push(visit)
  }
  for await (const answer of inTurns(answers)) {
    if (answer.question !== '' && answer.answer !== '') rowsOf(answer, answer.at, null).answers.push(answer)
  }
  return [...subjects.values()]

  function rowsOf(row: Who, from: Date | null, to: Date | null): SubjectRows {
    const subject = subjectOfRow({ ...row, from, to })
    const { registrantId, email, name } = row
    const known = subjects.get(subject) ?? { subject, registrantId, email, name, visits: [], answers: [] }
    subjects.set(subject, known)
    return known
  }
}

function roleOf({ visits, answers }: SubjectRows): 'attendee' | 'host' {
  return answers.length === 0 && visits.every(({ role }) => role === 'host') ? 'host' : 'attendee'
}

/** Returns true if an unknown person may have attended. People never let in have not. */
function isAboutPresence({ visits, answers }: SubjectRows) {
  return answers.length > 0 || visits.some(({ role, isWaiting }) => role !== 'host' && !isWaiting)
}

function decided(decision: StandingDecision | undefined) {
  return decision?.act === 'match' ? [{ rowId: 0, act: 'decide' as const, to: decision.registrationIds }] : []
}

/** Returns administrators' words about poll questions, oldest first. */
export function questionWords(decisions: ReadonlyMap<string, StandingDecision>): QuestionWord[] {
  return [...decisions.values()]
    .filter(({ act }) => act === 'counts' || act === 'does-not-count')
    .sort((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime())
    .map(({ act, subject }) => {
      const { question = '', at = null } = readSubject(subject)
      return { question, at, counts: act === 'counts' }
    })
}
