import { shownTime } from '#contract/core/plain-dates.ts'
import { easternTime } from '#contract/core/season.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { beginOf } from '#contract/events/slots/agendas.ts'

/** An hour in a table's head. */
export interface SheetHour {
  /** '8:00 AM' */
  begins: string
  courses: 1 | 2
}

const halfHour = 30

/** Returns the hours of a day's agenda. An hour has two courses; consecutive halves are courses of one hour. */
export function sheetHours(agenda: readonly AgendaHour[]): SheetHour[] {
  const hours: SheetHour[] = []
  for (const [place, hour] of agenda.entries()) {
    const isCourse = hour.value <= halfHour
    const last = hours.at(-1)
    if (last && isCourse && last.courses === 1 && follows(hour, agenda[place - 1])) last.courses = 2
    else hours.push({ begins: shownTime(easternTime(beginOf(hour))), courses: isCourse ? 1 : 2 })
  }
  return hours
}

/** Returns true if no break is between two courses. */
function follows(course: AgendaHour, before: AgendaHour | undefined) {
  return beginOf(course).getTime() - beginOf(before).getTime() <= halfHour * 60_000
}
