import type { AttendanceReport, SlotAttendance } from '#contract/attendance/attendances/calls.ts'
import type { SetAside } from '#contract/attendance/attendances/report-calls.ts'
import { replacedReason } from '#contract/attendance/attendances/report-calls.ts'
import type { Stay } from '#contract/attendance/attendances/rules.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { slotDays } from '#contract/events/slots/times.ts'
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

/** Returns a report's name; 'Zoom, 7:58 AM EST to 9:15 AM EST' if the slot has reports of several instances. */
export function reportName({ originName, held }: Pick<AttendanceReport, 'originName' | 'held'>): string {
  return held ? `${originName}, ${shownTimeOf(held.from)} to ${shownTimeOf(held.to)}` : originName
}

/** Returns the source of the shown attendance, or why there is nothing newer. */
export function fetchingWords({ fetching, reports }: Pick<SlotAttendance, 'fetching' | 'reports'>): string {
  const { isRunning, askedAt, problem, nextAt } = fetching
  if (isRunning) return problem ? `${problem} We'll ask again automatically.` : 'Asking the webinar platform…'
  const newest = reports.find(({ counts }) => counts)
  const none =
    askedAt && !problem && `No report yet. We asked the webinar platform on ${shownInstant(askedAt)}.`
  const shown = newest ? `Report by ${newest.originName} of ${shownInstant(newest.receivedAt)}.` : none
  const refused = problem && `No report from the webinar platform: ${problem}`
  const next = nextAt && `We'll ask again on ${shownInstant(nextAt)}.`
  return [shown, refused, next].filter(Boolean).join(' ')
}

/** Returns a line per day of a slot: the counting reports that cover it. */
export function sourceLines({ slot, reports }: Pick<SlotAttendance, 'slot' | 'reports'>): string[] {
  const counting = reports.filter(({ counts }) => counts)
  const named = (some: AttendanceReport[]) =>
    some
      .map((report) => `${reportName(report)}${report.held ? ',' : ''} of ${shownInstant(report.receivedAt)}`)
      .join(' and ')
  return slotDays(slot).map(({ on }) => {
    const visits = counting.filter(({ covers }) => covers.includes(on))
    const polls = counting.filter((report) => !visits.includes(report) && answerDays(report).includes(on))
    const hasRows = counting.some((report) => !polls.includes(report) && report.days.includes(on))
    const none = hasRows ? 'no complete visit in the taught hours yet' : 'no report yet'
    return `${shownDate(on)}: ${named(visits) || none}${polls.length > 0 ? `; polls by ${named(polls)}` : ''}`
  })
}

/** Says if a report counts. */
export function standingWords({ counts, setAside }: AttendanceReport): string {
  if (setAside.some(isWhole)) return 'Set aside'
  if (!counts) return 'Older version'
  return setAside.length > 0 ? 'Counts in part' : 'Counts'
}

/** Returns true if a decision sets all of a report aside. */
export function isWhole({ on, part }: SetAside): boolean {
  return on === null && part === null
}

/** Says who set a report aside, when, and why; and which day and rows, if not all. */
export function setAsideWords({ on, part, reason, decidedBy, decidedAt }: SetAside): string {
  const rows = [part && `its ${part}`, on && shownDate(on as PlainDate)].filter(Boolean).join(' of ')
  const which = `Set aside${rows && ` for ${rows}`}`
  if (reason === replacedReason && decidedBy === null)
    return `${which} by the upgrade: a newer report hid it before`
  const who = decidedBy ?? 'someone who deleted their account'
  return `${which} by ${who} on ${shownInstant(decidedAt)}: ${reason}`
}

/** Says which days a report covers: by people in the hours, or by answers to polls. */
export function coversWords(report: AttendanceReport): string {
  const shown = (days: string[]) => days.map((day) => shownDate(day as PlainDate)).join(', ')
  const answered = answerDays(report)
  if (report.visits === 0 && answered.length > 0) return `Poll answers of ${shown(answered)}`
  return `Covers ${shown(report.covers) || 'no day'}`
}

/** Returns the days of a report whose answers count. */
function answerDays({ answers, days, setAside }: AttendanceReport) {
  const isOut = (day: string) =>
    setAside.some(({ on, part }) => (on === null || on === day) && part !== 'visits')
  return answers === 0 ? [] : days.filter((day) => !isOut(day))
}
