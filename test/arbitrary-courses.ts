import fc from 'fast-check'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import { addDays, daysBetween } from '#contract/core/plain-dates.ts'
import type { CourseEvidence } from '#contract/counting/hours/count-course.ts'
import { countCourse } from '#contract/counting/hours/count-course.ts'
import type { CourseHour } from '#contract/counting/hours/course-hours.ts'
import type { Finding } from '#contract/counting/hours/findings.ts'
import type { AskedMoment } from '#contract/counting/hours/launches.ts'
import { launchesOf } from '#contract/counting/hours/launches.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import type { RowsPlan } from './arbitrary-rows.ts'
import { arbitraryRows, pollsOf, visitsOf } from './arbitrary-rows.ts'
import type { SlotPlan } from './arbitrary-slots.ts'
import { arbitraryFigures, arbitrarySlot, courseOf } from './arbitrary-slots.ts'

/** The rows of a person, and the questions that were put. */
interface Rows {
  visits: readonly AttendanceVisit[]
  answers: readonly PollMoment[]
  asked: readonly AskedMoment[]
}

/** A slot of an event with one person in it. `more`: further rows of the person, and further questions. */
export interface SlotCase extends Rows {
  eventSlotId: number
  time: PlannedTime
  agenda: readonly CourseHour[]
  isSettled: boolean
  more: Rows
}

/** A person in the slots of an event. `places`: numbers for a property that chooses one of several things. */
export interface CourseCase {
  figures: Figures
  slots: readonly SlotCase[]
  registered: number
  places: readonly number[]
}

/** A person in one slot. */
export const oneSlot = arbitraryCourse(fc.tuple(arbitrarySlot))

/** A person in two or three slots: often at different times, and else with some at the same time. */
export const twoOrThreeSlots = arbitraryCourse(
  fc
    .record({
      plans: fc.array(arbitrarySlot, { minLength: 2, maxLength: 3 }),
      isApart: fc.constantFrom(true, true, false),
      later: fc.nat({ max: 2 }),
    })
    .map(({ plans: [first, ...others], isApart, later }) => {
      if (!first) return []
      return isApart
        ? apart([first, ...others])
        : [first, ...others.map((plan) => besides(first, plan, later))]
    }),
)

function arbitraryCourse(slots: fc.Arbitrary<SlotPlan[]>): fc.Arbitrary<CourseCase> {
  const person = fc.record({
    rows: arbitraryRows,
    more: arbitraryRows,
    isSettled: fc.constantFrom(true, true, false),
  })
  return fc
    .record({
      figures: arbitraryFigures,
      slots,
      people: fc.array(person, { minLength: 3, maxLength: 3 }),
      places: fc.array(fc.nat({ max: 999 }), { minLength: 4, maxLength: 4 }),
    })
    .map(({ figures, slots: plans, people, places }) => {
      const agendas = courseOf(figures, plans)
      const slots = plans.map(({ time }, eventSlotId): SlotCase => {
        const agenda = agendas[eventSlotId] ?? []
        const { rows, more, isSettled = true } = people[eventSlotId] ?? {}
        const [given, further] = [rows, more].map((plan) => rowsOf(figures, agenda, plan)) as [Rows, Rows]
        // Further questions have other texts.
        const isNew = ({ question }: PollMoment) => !given.asked.some((each) => each.question === question)
        return {
          eventSlotId,
          time,
          agenda,
          isSettled,
          ...given,
          more: { ...further, asked: further.asked.filter(isNew) },
        }
      })
      return { figures, slots, places, registered: (places[0] ?? 0) % slots.length }
    })
}

function rowsOf(figures: Figures, agenda: readonly CourseHour[], plan: RowsPlan | undefined): Rows {
  if (!plan) return { visits: [], answers: [], asked: [] }
  return { visits: visitsOf(figures, agenda, plan), ...pollsOf(figures, agenda, plan) }
}

/** Leaves out slots at the time of one before. */
function apart(plans: SlotPlan[]): SlotPlan[] {
  return plans.filter((plan, place) => plans.slice(0, place).every((other) => areApart(plan, other)))
}

/** Evenings are apart from the other times of a day. */
function areApart(...[one, other]: [Pick<SlotPlan, 'time'>, Pick<SlotPlan, 'time'>]): boolean {
  const isEvening = ({ time }: Pick<SlotPlan, 'time'>) => time.startTime === '18:00'
  const isOnOtherDays = one.time.startOn > other.time.endOn || one.time.endOn < other.time.startOn
  return isOnOtherDays || isEvening(one) !== isEvening(other)
}

/** Returns true if no slots of a case are at the same time. */
export function isApart({ slots }: CourseCase): boolean {
  return slots.every((slot, place) => slots.slice(0, place).every((other) => areApart(slot, other)))
}

/** Moves a slot to the first one's days, or some days later. */
function besides({ time: { startOn } }: SlotPlan, { time, changes }: SlotPlan, later: number): SlotPlan {
  const days = daysBetween(time.startOn, time.endOn).length
  const begin = addDays(startOn, later)
  return { time: { ...time, startOn: begin, endOn: addDays(begin, days - 1) }, changes }
}

const findings = new WeakMap<CourseCase, Finding>()

/** Returns the finding about a case. */
export function found(given: CourseCase): Finding {
  const finding = findings.get(given) ?? counted(given, given.slots)
  findings.set(given, finding)
  return finding
}

/** Counts a case with changed slots. */
export function counted({ figures, registered }: CourseCase, slots: readonly SlotCase[]): Finding {
  return countCourse(figures, evidenceOf(registered, slots))
}

/** Returns the evidence of slots. */
export function evidenceOf(registered: number, slots: readonly SlotCase[]): CourseEvidence {
  return {
    registered,
    slots: slots.map(({ eventSlotId, agenda, visits, answers, asked, isSettled }) => ({
      eventSlotId,
      agenda,
      visits,
      answers,
      asked: launchesOf(asked),
      isSettled,
    })),
  }
}
