import type { AttendanceReport, SlotAttendance } from '#contract/attendances/calls.ts'
import type { Stay } from '#contract/attendances/rules.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { shownInstant, shownTimeOf } from '#web/core/texts/instants.ts'

/** '45 min', from an hour on '3 h 5 min'. */
export function shownMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}

/** '09 Feb 2027, 8:00 AM EST – 12:00 PM EST' */
export function shownStay({ joinedAt, leftAt }: Stay): string {
  return `${shownInstant(joinedAt)} – ${shownTimeOf(leftAt)}`
}

/** Returns the name of a report; 'Zoom, 7:58 AM EST to 9:15 AM EST' if the slot has reports of several instances of its webinar. */
export function reportName({ originName, held }: Pick<AttendanceReport, 'originName' | 'held'>): string {
  return held ? `${originName}, ${shownTimeOf(held.from)} to ${shownTimeOf(held.to)}` : originName
}

/** Returns the source of the shown attendance, or why there is nothing new. */
export function fetchingWords({ fetching, reports }: Pick<SlotAttendance, 'fetching' | 'reports'>): string {
  const { isRunning, askedAt, problem, nextAt } = fetching
  if (isRunning) return problem ? `${problem} We ask again automatically.` : 'Asking the webinar platform…'
  const newest = reports.find(({ isShown }) => isShown)
  const none =
    askedAt && !problem && `No report yet. We asked the webinar platform on ${shownInstant(askedAt)}.`
  const shown = newest ? `Report by ${newest.originName} of ${shownInstant(newest.receivedAt)}.` : none
  const refused = problem && `The webinar platform gave no report: ${problem}`
  const next = nextAt && `We ask again on ${shownInstant(nextAt)}.`
  return [shown, refused, next].filter(Boolean).join(' ')
}

/** Returns a line for each day of a slot: the reports that count for it. */
export function sourceLines({ days, reports }: Pick<SlotAttendance, 'days' | 'reports'>): string[] {
  const named = (ids: number[]) =>
    reports
      .filter(({ reportId }) => ids.includes(reportId))
      .map((report) => `${reportName(report)}${report.held ? ',' : ''} of ${shownInstant(report.receivedAt)}`)
      .join(' and ')
  return days.map(({ on, visits, answers }) => {
    const polls = answers.filter((reportId) => !visits.includes(reportId))
    return `${shownDate(on)}: ${named(visits) || 'no report yet'}${polls.length > 0 ? `; polls by ${named(polls)}` : ''}`
  })
}
