import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { defaultBreaks } from '#contract/events/slots/breaks.ts'
import type { CompanyKey } from './companies.ts'
import type { Course } from './course.ts'
import { pistonCourses } from './courses-piston.ts'
import { rotorcraftCourses } from './courses-rotorcraft.ts'
import { seminarCourses } from './courses-seminar.ts'
import { turbineCourses } from './courses-turbine.ts'

/** A yearly event. */
export interface Series {
  name: string
  /** Its file in `pictures/`, named like a company's key. */
  picture: string
  focusId: number
  venue?: string
  /** Its first day: the month (1-12) of its Tuesday. The last event is before the deadline of March 31. */
  month: number
  tuesday: number
  /** More courses than speakers, so that the two years differ. */
  courses: readonly Course[]
  speakerCount: number
  /** The first one is featured. */
  sponsors: readonly CompanyKey[]
}

export const demoSeries: readonly Series[] = [
  {
    name: 'Piston IA Renewal Series',
    picture: 'piston',
    focusId: 2,
    month: 1,
    tuesday: 3,
    courses: pistonCourses,
    speakerCount: 8,
    sponsors: ['copperwick', 'wrenfield', 'sparrowgate', 'juniper'],
  },
  {
    name: 'Turbine IA Renewal Series',
    picture: 'fan',
    focusId: 3,
    month: 2,
    tuesday: 2,
    courses: turbineCourses,
    speakerCount: 8,
    sponsors: ['emberwell', 'plainchart', 'truenotch', 'wrenfield'],
  },
  {
    name: 'Rotorcraft IA Renewal Series',
    picture: 'helicopter',
    focusId: 1,
    month: 3,
    tuesday: 2,
    courses: rotorcraftCourses,
    speakerCount: 8,
    sponsors: ['merrywhirl', 'quillback', 'steadyhand', 'juniper'],
  },
  {
    name: 'South Carolina IA Seminar',
    picture: 'palmetto',
    focusId: inPersonFocusId,
    venue: 'Palmetto Hangar Classroom, 1 Example Field Road, Columbia, SC 29205',
    month: 3,
    tuesday: 3,
    courses: seminarCourses,
    speakerCount: 16,
    sponsors: ['wrenfield', 'thistledown', 'evenbeam', 'amberdrop', 'saltgrass'],
  },
]

const virtualTimes = [
  { startTime: '08:00', endTime: '12:00' },
  { startTime: '13:00', endTime: '17:00' },
  { startTime: '18:00', endTime: '22:00' },
] as const

/** Returns the slots: three for a virtual event, each with 4 hours on two days; a seminar is one day. */
export function slotsOf({ focusId, month, tuesday }: Series, year: number): PlannedTime[] {
  const startOn = tuesdayOf(year, month, tuesday)
  if (focusId === inPersonFocusId) {
    const day = { startOn, endOn: startOn, startTime: '08:00', endTime: '17:00' } as const
    return [{ ...day, breaks: defaultBreaks(day, true) }]
  }
  const endOn = addDays(startOn, 1)
  return virtualTimes.map((times) => ({ startOn, endOn, ...times, breaks: [] }))
}

function tuesdayOf(year: number, month: number, nth: number): PlainDate {
  const first = new Date(Date.UTC(year, month - 1, 1))
  const untilTuesday = (9 - first.getUTCDay()) % 7
  first.setUTCDate(1 + untilTuesday + (nth - 1) * 7)
  return first.toISOString().slice(0, 10) as PlainDate
}
