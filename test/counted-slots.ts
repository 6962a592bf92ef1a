import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { CourseEvidence } from '#contract/counting/hours/count-course.ts'
import { countCourse } from '#contract/counting/hours/count-course.ts'
import type { SlotEvidence } from '#contract/counting/hours/count-slot.ts'
import type { CourseHour } from '#contract/counting/hours/course-hours.ts'
import { courseHoursOf } from '#contract/counting/hours/course-hours.ts'
import type { Finding, HourCode } from '#contract/counting/hours/findings.ts'
import type { AskedMoment } from '#contract/counting/hours/launches.ts'
import { launchesOf } from '#contract/counting/hours/launches.ts'
import { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaOf, hoursOf, StatedAgenda } from '#contract/events/slots/agendas.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'

/** 45 of 50 minutes an hour, and a poll in each. */
export const virtual = Figures.parse({
  code: 'hours-2',
  mode: 'each',
  periodMinutes: 60,
  teachingMinutes: 50,
  neededMinutes: 45,
  forgivenGapSeconds: 120,
  forgivenSecondsAnHour: 300,
  phonePolls: 'needed',
  polls: { per: 'hour', needed: 1, lateMinutes: 5 },
  leastHoursADay: 1,
  mostHours: 8,
  rolesCounted: ['attendee', 'panelist'],
})
export const unpolled: Figures = { ...virtual, polls: { ...virtual.polls, per: 'none' } }
export const inPerson: Figures = { ...unpolled, coursesAnHour: 2 }

/** Returns an instant of February 2027 in New York, or of another month: '9 08:05:01', '3-31 08:00'. */
export function at(clock: string): Date {
  const [day = '', time = ''] = clock.split(' ')
  const [month, ofMonth] = day.includes('-') ? day.split('-') : ['2', day]
  const date = `2027-${month?.padStart(2, '0')}-${ofMonth?.padStart(2, '0')}`
  // Clocks are at summer time from 14 March to 6 November.
  return new Date(
    `${date}T${time.padEnd(8, ':00')}${date >= '2027-03-14' && date < '2027-11-07' ? '-04:00' : '-05:00'}`,
  )
}

export function visit(from: string, to: string, more: Partial<AttendanceVisit> = {}): AttendanceVisit {
  return {
    joinedAt: at(from),
    leftAt: at(to),
    role: 'attendee',
    medium: 'online',
    isWaiting: false,
    ...more,
  }
}

/** Returns a moment of a question with its time as text, or with another text. */
export function poll(clock: string, question = clock.slice(0, -3)): PollMoment {
  return { question, at: at(clock), on: null }
}

/** Returns moments without times. */
export function untimed(on: PlainDate, ...questions: string[]): PollMoment[] {
  return questions.map((question) => ({ question, at: null, on }))
}

/** Returns a time of a slot in 2027: '2-9 2-10 08:00 12:00'. */
export function slotTime(days: string, breaks: PlannedTime['breaks'] = []): PlannedTime {
  const [first = '', last = '', startTime = '', endTime = ''] = days.split(' ')
  const day = (text: string) =>
    `2027-${text
      .split('-')
      .map((part) => part.padStart(2, '0'))
      .join('-')}`
  return { startOn: day(first), endOn: day(last), startTime, endTime, breaks } as PlannedTime
}

/** Returns the hours of a slot as they were stated: a list of pieces for each, '9 08:00 08:50', with what differs from the usual. */
export function stated(
  ...hours: (readonly [pieces: string | readonly string[], more?: { value?: number; hour?: number }])[]
): AgendaHour[] {
  return agendaOf(
    StatedAgenda.parse(
      hours.map(([pieces, more]) => {
        const times = [pieces].flat().map((piece) => {
          const [day = '', from = '', to = ''] = piece.split(' ')
          return [at(`${day} ${from}`), at(`${day} ${to}`)] as const
        })
        const on = new Date(Number(times[0]?.[0]) - 5 * 3_600_000).toISOString().slice(0, 10)
        return { on, pieces: times.map((each) => each.map((time) => time.toISOString())), ...more }
      }),
    ),
  )
}

/** Returns the hours that slots teach, by their times or as they were stated. */
export function courseOf(
  figures: Figures,
  slots: readonly { time: PlannedTime; agenda?: readonly AgendaHour[] | undefined }[],
): CourseHour[][] {
  const taught = slots.map(({ time, agenda }) => {
    const planned = hoursOf(time, figures)
    return { time, planned, agenda: agenda ?? planned }
  })
  return courseHoursOf(taught).map((hours) => hours.map((hour) => ({ ...hour, isCovered: true })))
}

/** The rows of a person at a slot, and the questions that were put. */
export type Rows = Partial<Omit<SlotEvidence, 'asked'>> & { asked?: readonly AskedMoment[] }

/** Returns the evidence of a slot, settled if nothing else is given. */
export function evidenceAt(agenda: readonly CourseHour[], { asked = [], ...rows }: Rows): SlotEvidence {
  return {
    eventSlotId: 1,
    agenda,
    visits: [],
    answers: [],
    isSettled: true,
    ...rows,
    asked: launchesOf(asked),
  }
}

/** Counts a person in one slot. */
export function countOne(figures: Figures, agenda: readonly CourseHour[], rows: Rows): Finding {
  return countCourse(figures, { registered: 1, slots: [evidenceAt(agenda, rows)] } satisfies CourseEvidence)
}

const letters: Record<HourCode, string> = {
  earned: 'E',
  'earned-no-poll': 'N',
  open: 'O',
  'too-short': 'S',
  counted: 'C',
  'not-there': '-',
  'no-report': 'R',
  'poll-missing': 'P',
  unknown: '?',
}

/** Returns the codes of hours, a letter for each: 'EEEE EEPS'. */
export function codesOf({ agenda }: Pick<Finding, 'agenda'>): string {
  const days = Map.groupBy(agenda, ({ on, eventSlotId }) => `${eventSlotId} ${on}`).values()
  return [...days].map((day) => day.map(({ code }) => letters[code]).join('')).join(' ')
}
