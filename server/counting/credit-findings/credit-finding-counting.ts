import { knownPeople } from '#contract/attendance/attendances/matching.ts'
import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import { coveredDays } from '#contract/attendance/attendances/reports.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { PersonRows } from '#contract/counting/hours/asked.ts'
import { tallyOf } from '#contract/counting/hours/asked.ts'
import { areWithinReach } from '#contract/counting/hours/attended.ts'
import type { SlotEvidence } from '#contract/counting/hours/count-slot.ts'
import type { CourseHour, CourseWorth } from '#contract/counting/hours/course-hours.ts'
import { courseHoursOf, worthByCourse } from '#contract/counting/hours/course-hours.ts'
import type { Finding, StoredEvidence } from '#contract/counting/hours/findings.ts'
import { askedByDay } from '#contract/counting/hours/hours-1/asked-by-day.ts'
import type { Launch } from '#contract/counting/hours/launches.ts'
import { lacksTime } from '#contract/counting/hours/missing-times.ts'
import { personEvidence } from '#contract/counting/hours/person-evidence.ts'
import { isTotalOff } from '#contract/counting/hours/stated-totals.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { countsOneSlot } from '#contract/events/credit-rules/versions.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { SlotIdentity } from '#server/attendance/attendance-uploads/attendance-upload-people.ts'
import { inTurns } from '#server/core/in-turns.ts'
import type {
  AnswerRow,
  CodeAnswer,
  CountedPerson,
  PersonEvidence,
  StandingDecision,
  TotalRow,
  VisitRow,
  WaitingRows,
} from './credit-finding-evidence.ts'
import { matchedEvidence, questionWords, strangersOf } from './credit-finding-evidence.ts'
import { countInput, courseInput, hashOf, slotInput } from './credit-finding-input.ts'

/** Everything that counts a slot's hours. */
export interface SlotBasis {
  eventSlotId: number
  webinarId: string | null
  time: SlotTime
  isInPerson: boolean
  /** The hours as taught, and as planned. */
  agenda: AgendaHour[]
  planned: AgendaHour[]
  figures: Figures
  /** The rows of the reports that count. */
  rows: { visits: readonly VisitRow[]; answers: readonly AnswerRow[] }
  totals: readonly TotalRow[]
  decisions: ReadonlyMap<string, StandingDecision>
  codes: { answers: readonly CodeAnswer[]; asked: readonly PollMoment[] }
  /** An administrator said that the reports are final, or the slot ended a day ago. */
  isSettledByHand: boolean
  isDue: boolean
}

/** Everything that counts an event's hours. */
export interface EventBasis<Slot extends SlotBasis = SlotBasis> {
  slots: readonly Slot[]
  people: readonly CountedPerson[]
  identities: readonly SlotIdentity[]
}

/** A slot with its rows by person. */
export interface MatchedSlot<Slot extends SlotBasis = SlotBasis> {
  basis: Slot
  /** Its hours, with the course hours that they teach. */
  agenda: CourseHour[]
  covered: PlainDate[]
  isSettled: boolean
  people: Map<number, PersonEvidence>
  waiting: WaitingRows[]
  asked: Launch[]
}

export interface Counted {
  registrationId: number
  registeredId: number
  /** The slot that shows what follows: the one with most hours, else the registered one. */
  homeId: number
  /** Each slot that has the registration, with its rows. */
  parts: (PersonEvidence & { eventSlotId: number })[]
  finding: Finding
  input: StoredEvidence
  /** The hash of the input, and of the person's evidence regardless of the rule. */
  hash: string
  personHash: string
  isTotalOff: boolean
  isTimeMissing: boolean
}

/**
 * Counts everyone at an event. Needs no database, so that others can count again. Also returns each slot with
 * the rows without a known person. Skips people of slots without reports.
 */
export async function countEvent<Slot extends SlotBasis>(
  basis: EventBasis<Slot>,
): Promise<{ slots: MatchedSlot<Slot>[]; counted: Counted[] }> {
  const slots = await matchSlots(basis)
  const counted: Counted[] = []
  for await (const person of inTurns(basis.people)) {
    const ofPerson = countPerson(person, slots)
    if (ofPerson) counted.push(ofPerson)
  }
  return { slots, counted }
}

/** Returns an event's slots, each with its rows by person, and its questions. */
export async function matchSlots<Slot extends SlotBasis>(
  basis: EventBasis<Slot>,
): Promise<MatchedSlot<Slot>[]> {
  const agendas = courseHoursOf(basis.slots)
  const strangers = strangersOf(basis.slots.map(({ decisions }) => decisions))
  const matched: MatchedSlot<Slot>[] = []
  for (const [place, slot] of basis.slots.entries()) {
    matched.push(await matchedSlot({ ...basis, strangers }, slot, agendas[place] ?? []))
  }
  return matched
}

async function matchedSlot<Slot extends SlotBasis>(
  { people, identities, strangers }: EventBasis & { strangers: ReadonlySet<string> },
  basis: Slot,
  hours: readonly Omit<CourseHour, 'isCovered'>[],
): Promise<MatchedSlot<Slot>> {
  const { eventSlotId, webinarId, figures, codes, decisions, rows } = basis
  const registrations = people.map((person) => ({
    ...person,
    isOtherSlot: person.eventSlotId !== eventSlotId,
  }))
  const byId = new Map(people.map((person) => [person.registrationId, person]))
  const known = knownPeople({ webinarId, registrations, identities })
  // Their rows match nobody in `known`. They wait with the registration, which an administrator may restore.
  const gone = registrations.filter(({ userId }) => !known.byUser.has(userId))
  const canceled = knownPeople({
    webinarId,
    identities,
    registrations: gone.map((person) => ({ ...person, isCanceled: false })),
  })
  const matched = await matchedEvidence({ people: byId, known, canceled, strangers }, basis)
  // Includes rows of unknown people, and stated stays.
  const there = [...rows.visits, ...matched.people.flatMap(({ visits }) => visits)]
  const covered = coveredDays(there, basis.agenda)
  // If an administrator said that the reports are final, nobody was present on the other days.
  const isCovered = (on: PlainDate) => basis.isSettledByHand || covered.includes(on)
  const agenda = hours.map((hour) => ({ ...hour, isCovered: isCovered(hour.on) }))
  const isAlone = countsOneSlot(figures)
  const days = agendaDays(agenda)
  // Rows far outside the hours mean nothing, so nobody has to match them.
  const waiting = matched.waiting.filter(
    ({ visits, answers }) => isAlone || answers.length > 0 || areWithinReach(visits, figures, days),
  )
  const everybody: PersonRows[] = [...matched.people, ...waiting]
  const tally = tallyOf(figures, agenda, {
    people: everybody,
    codes: codes.asked,
    words: questionWords(decisions),
  })
  for await (const person of inTurns(isAlone ? [] : everybody)) tally.count(person)
  return {
    basis,
    agenda,
    covered,
    waiting,
    asked: isAlone ? askedByDay(rows.answers, codes.asked, slotDays(basis.time)) : tally.asked(),
    isSettled: basis.isSettledByHand || basis.isDue,
    people: new Map(matched.people.map((each) => [each.registrationId, each])),
  }
}

function countPerson(
  { registrationId, eventSlotId: registered, isCanceled, isCredited = false }: CountedPerson,
  slots: readonly MatchedSlot[],
): Counted | undefined {
  const own = slots.find(({ basis }) => basis.eventSlotId === registered)
  const here = slots.filter((slot) => {
    const rows = slot.people.get(registrationId)
    return rows && (hasRows(rows) || (slot === own && (isCredited || slot.covered.length > 0)))
  })
  if (here.length === 0) return undefined
  const counting = own && !here.includes(own) && !isCanceled ? [...here, own] : here
  const parts = here.map(({ basis, people }) => ({
    ...(people.get(registrationId) as PersonEvidence),
    eventSlotId: basis.eventSlotId,
  }))
  const figures = (own ?? (here[0] as MatchedSlot)).basis.figures
  const evidence = counting.map((slot) => evidenceAt(slot, registrationId))
  const counted = countsOneSlot(figures)
    ? countBestSlot(figures, evidence, registered)
    : countAllSlots(figures, evidence, registered, slots)
  const did = counting.map(({ basis: { eventSlotId, time } }, place) => {
    const { visits = [], answers = [] } = evidence[place] ?? {}
    return { eventSlotId, time, visits, answers }
  })
  return {
    registrationId,
    registeredId: registered,
    parts,
    ...counted,
    hash: hashOf(counted.input),
    personHash: hashOf(personEvidence(did)),
    isTotalOff: here.some(({ agenda, people }) => {
      const totals = people.get(registrationId)?.totals ?? []
      return totals.some((total) => isTotalOff(counted.finding, total, agenda))
    }),
    isTimeMissing: here.some(({ agenda, people }) =>
      lacksTime(counted.finding, people.get(registrationId)?.visits ?? [], agenda),
    ),
  }
}

function hasRows({ visits, answers }: PersonEvidence) {
  return visits.length + answers.length > 0
}

function evidenceAt({ basis, agenda, people, asked, isSettled }: MatchedSlot, id: number): SlotEvidence {
  const { visits = [], answers = [] } = people.get(id) ?? {}
  return { eventSlotId: basis.eventSlotId, agenda, visits, answers, asked, isSettled }
}

/** Counts the course over all slots, from the stored input alone, which therefore explains the finding. */
function countAllSlots(
  figures: Figures,
  slots: SlotEvidence[],
  registered: number,
  all: readonly MatchedSlot[],
): Pick<Counted, 'finding' | 'input' | 'homeId'> {
  const input = courseInput({ slots, registered, others: taughtElsewhere(slots, all) })
  const finding = countInput(figures, input)
  const hours = (id: number) =>
    finding.agenda.filter(({ eventSlotId, counts }) => counts && eventSlotId === id).length
  const homeId = slots
    .map(({ eventSlotId }) => eventSlotId)
    .toSorted((a, b) => hours(b) - hours(a) || Number(b === registered) - Number(a === registered))[0]
  return { finding, input, homeId: homeId ?? registered }
}

/** Returns the course hours that none of these slots teaches, or that another slot teaches for more credit. */
function taughtElsewhere(here: readonly SlotEvidence[], all: readonly MatchedSlot[]): CourseWorth[] {
  const most = worthByCourse(here.flatMap(({ agenda }) => agenda))
  const isMore = ({ course, value }: CourseWorth) => value > (most.get(course) ?? 0)
  const others = worthByCourse(all.flatMap(({ agenda }) => agenda).filter(isMore))
  return [...others].map(([course, value]) => ({ course, value }))
}

/**
 * Counts by `hours-1`: the slot with most hours decides; of equal ones, the registered slot. Counts reported
 * days only.
 */
function countBestSlot(
  figures: Figures,
  slots: SlotEvidence[],
  registered: number,
): Pick<Counted, 'finding' | 'input' | 'homeId'> {
  const counted = slots
    .filter(({ agenda }) => agenda.some(({ isCovered }) => isCovered))
    .map((slot) => {
      const covered = slot.agenda.filter(({ isCovered }) => isCovered)
      const input = slotInput({ ...slot, agenda: covered })
      return { finding: countInput(figures, input), input, homeId: slot.eventSlotId }
    })
  const [best] = counted.toSorted(
    (a, b) =>
      b.finding.hours - a.finding.hours || Number(b.homeId === registered) - Number(a.homeId === registered),
  )
  const [first] = slots
  const empty = slotInput({ ...(first as SlotEvidence), agenda: [] })
  return best ?? { finding: countInput(figures, empty), input: empty, homeId: registered }
}
