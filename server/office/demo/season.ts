import { inPersonFocusId } from '#contract/events/events/facts.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import type { Company, CompanyKey } from './companies.ts'
import { companies } from './companies.ts'
import type { Course } from './course.ts'
import { courseHtml } from './course.ts'
import type { LivingEvent } from './demo-days.ts'
import type { Series } from './series.ts'
import { demoSeries, slotsOf } from './series.ts'

export type DemoEvent = ReturnType<typeof eventLike>

/** Returns the events of a season and of the previous one, which are over. Each features its first sponsor. */
export function demoEvents(season: number): DemoEvent[] {
  return demoSeries.flatMap((series) => {
    const { courses, speakerCount } = series
    return [
      eventOf(series, season - 1, courses.slice(-speakerCount), true),
      eventOf(series, season, courses.slice(0, speakerCount), false),
    ]
  })
}

/** Returns an event; one that is over is closed and has videos. */
function eventOf(series: Series, year: number, courses: readonly Course[], isOver: boolean): DemoEvent {
  const slots = slotsOf(series, year).map((slot) => ({ ...slot, focusId: series.focusId }))
  return eventLike(series, { eventName: `${series.name} ${year}`, slots, courses, isOver })
}

/** Returns an event around an instant, open, with its own webinar if it is virtual. */
export function livingEvent(
  { name, like, slot, capacity }: LivingEvent,
  webinarId: string | null,
): DemoEvent {
  const slots = [{ ...slot, focusId: like.focusId, webinarId, ...(capacity && { capacity }) }]
  const courses = like.courses.slice(0, like.speakerCount)
  return eventLike(like, { eventName: name, slots, courses, isOver: false })
}

interface Given {
  eventName: string
  slots: (PlannedTime & { focusId: number; webinarId?: string | null; capacity?: number })[]
  courses: readonly Course[]
  isOver: boolean
}

function eventLike(series: Series, { eventName, slots, courses, isOver }: Given) {
  const firstDay = series.focusId === inPersonFocusId ? courses.length : courses.length / 2
  return {
    eventName,
    picture: series.picture,
    videoLink: isOver ? demoVideo(series.picture, 'event') : null,
    venue: series.venue ?? null,
    isEnabled: !isOver,
    slots,
    speakers: courses.map((course, index) => ({
      ...speakerOf(course),
      day: index < firstDay ? (1 as const) : (2 as const),
      videoLink: isOver ? demoVideo(series.picture, `${index + 1}`) : null,
    })),
    sponsors: series.sponsors.map(sponsorOf),
  }
}

/** Returns a YouTube address whose eleven characters name no video. */
function demoVideo(picture: string, part: string) {
  return `https://www.youtube.com/watch?v=${`demo-${picture.slice(0, 3)}${part}`.padEnd(11, '-').slice(0, 11)}`
}

function speakerOf(course: Course) {
  const company: Company = companies[course.by]
  return {
    ...contactsOf(course.by),
    courseTitle: course.title,
    courseDetails: courseHtml(course),
    presenterName: company.presenter,
    presenterDesignation: company.designation,
    presenterDetails: `<p>${escapeHtml(company.about)}</p><p>A made-up presenter of the demo season.</p>`,
  }
}

function sponsorOf(key: CompanyKey) {
  return { ...contactsOf(key), description: `${companies[key].line} A made-up company of the demo season.` }
}

function contactsOf(key: CompanyKey) {
  return {
    companyName: companies[key].name,
    picture: key,
    website: `https://example.com/${key}`,
    email: `${key}@example.com`,
  }
}
