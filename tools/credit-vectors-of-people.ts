import * as z from 'zod'
import { countCourse } from '#contract/counting/hours/count-course.ts'
import { byCourseHour } from '#contract/counting/hours/course-hours.ts'
import type { Finding, HourCode } from '#contract/counting/hours/findings.ts'
import { hourCodes } from '#contract/counting/hours/findings.ts'
import { launchesOf } from '#contract/counting/hours/launches.ts'
import { refusedHours } from '#contract/events/slots/agenda-rules.ts'
import { agendasOf, answer, asked, figuresNamed, slot, visit } from './credit-vector-shapes.ts'

const evidence = {
  visits: z.array(visit).default([]),
  answers: z.array(answer).default([]),
  asked: z.array(asked).default([]),
  settled: z.boolean().default(true),
}

const CountVector = z.object({ figures: z.string(), slot, ...evidence })

/** Counts one person in one slot. */
export function countVector(vector: unknown, known: Record<string, unknown>): object {
  const { slot, visits, answers, asked, settled, figures: name } = CountVector.parse(vector)
  const figures = figuresNamed(name, known)
  const [agenda = []] = agendasOf(figures, [slot])
  const finding = countCourse(figures, {
    registered: 1,
    slots: [{ eventSlotId: 1, agenda, visits, answers, asked: launchesOf(asked), isSettled: settled }],
  })
  return { ...spelled(finding), refused: slot.agenda ? refusedHours(figures, agenda) : [] }
}

const CourseVector = z.object({
  figures: z.string(),
  registered: z.string(),
  slots: z.array(slot.extend({ slot: z.string(), ...evidence })),
})

/** Counts one person in all slots of an event. */
export function courseVector(vector: unknown, known: Record<string, unknown>): object {
  const { figures: name, registered, slots } = CourseVector.parse(vector)
  const figures = figuresNamed(name, known)
  const place = slots.findIndex(({ slot }) => slot === registered)
  if (place < 0) throw new Error(`the event has no slot '${registered}'`)
  const agendas = agendasOf(figures, slots)
  const isHere = slots.map(
    ({ slot, visits, answers }) => slot === registered || visits.length + answers.length > 0,
  )
  const finding = countCourse(figures, {
    registered: place,
    slots: slots.flatMap(({ visits, answers, asked, settled }, eventSlotId) => {
      const agenda = agendas[eventSlotId] ?? []
      const rows = { visits, answers, asked: launchesOf(asked), isSettled: settled }
      return isHere[eventSlotId] ? { eventSlotId, agenda, ...rows } : []
    }),
    others: agendas.flatMap((agenda, place) => (isHere[place] ? [] : agenda)),
  })
  const others = agendas.flat().map(({ course }) => ({ course, code: 'not-there' as const }))
  const course = byCourseHour([...finding.agenda, ...others])
  return {
    ...spelled(finding),
    courseHours: course.map(([hour]) => hour?.course),
    hourCodes: course.map((ofHour) => bestCode(ofHour.map(({ code }) => code))),
    from: course.map((ofHour) => {
      const counted = finding.agenda.find((hour) => hour.counts && ofHour.includes(hour))
      return counted ? slots[counted.eventSlotId ?? -1]?.slot : null
    }),
  }
}

function bestCode(codes: readonly HourCode[]): HourCode | undefined {
  return hourCodes.find((code) => codes.includes(code))
}

function spelled(finding: Finding) {
  return {
    ...finding,
    hourCodes: finding.agenda.map(({ code }) => code),
    byYear: finding.hoursBySeason,
    waits: finding.overlaps ? ['overlap'] : [],
  }
}
