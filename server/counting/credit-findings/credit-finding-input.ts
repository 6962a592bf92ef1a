import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { CourseEvidence } from '#contract/counting/hours/count-course.ts'
import { countCourse } from '#contract/counting/hours/count-course.ts'
import type { CourseHour } from '#contract/counting/hours/course-hours.ts'
import type { Evidence, Finding, StoredEvidence } from '#contract/counting/hours/findings.ts'
import { CourseInput, HourPieces, SlotInput } from '#contract/counting/hours/findings.ts'
import { countHours } from '#contract/counting/hours/hours-1/count-hours.ts'
import type { Launch } from '#contract/counting/hours/launches.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'

type Asked = z.input<typeof CourseInput>['slots'][number]['asked']

/** Returns the stored input of a finding by `hours-2`: whole seconds, sorted, without duplicates. */
export function courseInput({ slots, registered, others = [] }: CourseEvidence): StoredEvidence {
  return {
    registered,
    slots: slots.map(({ eventSlotId, agenda, visits, answers, asked, isSettled }) => ({
      eventSlotId,
      agenda: encoded(agenda, courseAgenda),
      visits: visitsOf(visits),
      answers: moments(answers),
      asked: encoded(asked, launches),
      isSettled,
    })),
    others: [...others],
  }
}

/** Returns the input of a finding by `hours-1`, which counts one slot. */
export function slotInput({
  agenda,
  visits,
  answers,
  asked,
  isSettled,
}: Evidence & { agenda: readonly AgendaHour[] }): StoredEvidence {
  return {
    agenda: encoded(agenda, plainAgenda),
    visits: visitsOf(visits),
    answers: moments(answers),
    asked: moments(asked),
    isSettled,
  }
}

/** Returns a stored input's hash, the same for evidence in another order. */
export function hashOf(input: StoredEvidence | string): string {
  return createHash('sha256')
    .update(typeof input === 'string' ? input : JSON.stringify(input))
    .digest('hex')
}

/** Returns the hash of an input from a database or a file, where the order of keys is lost. */
export function hashOfStored(input: StoredEvidence): string {
  return hashOf(
    'slots' in input ? courseInput(z.decode(CourseInput, input)) : slotInput(z.decode(SlotInput, input)),
  )
}

/** Counts a stored input by the figures' version of the rule. */
export function countInput(figures: Figures, input: StoredEvidence): Finding {
  if ('slots' in input) return countCourse(figures, z.decode(CourseInput, input))
  const evidence = z.decode(SlotInput, input)
  return countHours(figures, evidence.agenda, evidence)
}

const known = new WeakMap<object, unknown>()

/** Encodes a list that everyone at a slot shares only once. */
function encoded<Item, Encoded>(list: readonly Item[], encode: (list: readonly Item[]) => Encoded): Encoded {
  const found = known.get(list) ?? encode(list)
  known.set(list, found)
  return found as Encoded
}

function plainAgenda(agenda: readonly AgendaHour[]) {
  return z.encode(HourPieces, [...agenda])
}

function courseAgenda(agenda: readonly CourseHour[]) {
  return plainAgenda(agenda).map((hour, place) => {
    const { course, isCovered } = agenda[place] as CourseHour
    return { ...hour, course, isCovered }
  })
}

function launches(asked: readonly Launch[]): Asked {
  return distinct(
    asked.map(({ until, answered, present, counts, ...moment }) => ({
      ...momentOf(moment),
      until: second(until),
      answered,
      present,
      ...(counts !== undefined && { counts }),
    })),
  )
}

function visitsOf(visits: readonly AttendanceVisit[]) {
  return distinct(
    visits.map(({ joinedAt, leftAt, role, medium, isWaiting }) => ({
      joinedAt: second(joinedAt),
      leftAt: second(leftAt),
      role,
      medium,
      isWaiting,
    })),
  )
}

function moments(found: readonly PollMoment[]) {
  return distinct(found.map(momentOf))
}

function momentOf({ question, at, on, source, session, nth }: PollMoment) {
  return {
    question,
    at: second(at),
    on,
    ...(source && { source }),
    // With a time, they add nothing.
    ...(!at && session && { session }),
    ...(!at && nth && nth > 1 && { nth }),
  }
}

function second(instant: Date | null): string | null {
  return instant && new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString()
}

function distinct<Item>(items: Item[]): Item[] {
  const byText = new Map(items.map((item) => [JSON.stringify(item), item]))
  return [...byText.keys()].sort().map((text) => byText.get(text) as Item)
}
