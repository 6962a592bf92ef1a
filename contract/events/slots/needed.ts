import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from './agendas.ts'
import { neededMinutes, taughtMinutesOf } from './hour-times.ts'

/**
 * Returns what a slot's hours need to count, for people before they attend: 'Each hour counts with 45 of its
 * 50 minutes, and 1 poll.'
 */
export function neededForCredit(figures: Figures, agenda: readonly AgendaHour[]): string {
  const { polls, phonePolls, leastHoursADay, mode, roundPer } = figures
  const isOfDay = mode === 'each' && polls.per === 'day'
  const ofHour = polls.per === 'none' || isOfDay ? '' : `, and ${pollsOf(polls.needed)}`
  return [
    mode === 'each'
      ? `${areCourses(figures, agenda) ? 'Each course is half an hour and' : 'Each hour'} counts with ${minutesOf(figures, agenda)}${ofHour}.`
      : `Every ${figures.hourMinutes} minutes count as an hour${ofHour && `${ofHour} for each`}.`,
    mode === 'sum' && roundPer === 'day' ? 'Minutes that are left over on a day do not count.' : '',
    isOfDay ? `All hours of a day need ${pollsOf(polls.needed)} together.` : '',
    polls.per !== 'none' && phonePolls === 'waived' ? 'You need no polls if you attend by phone.' : '',
    leastHoursADay > 1 ? `A day with less than ${leastHoursADay} hours does not count.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns true if an hour is two courses, as planned or as stated. */
function areCourses({ code, coursesAnHour }: Figures, agenda: readonly AgendaHour[]): boolean {
  return code !== 'hours-1' && coursesAnHour === 2 && agenda.every(({ value }) => value <= halfHour)
}

const halfHour = 30

/** Returns '45 of its 50 minutes' if that is the same for all hours. */
function minutesOf(figures: Figures, agenda: readonly AgendaHour[]): string {
  const ofNone = figures.teachingMinutes / (areCourses(figures, agenda) ? 2 : 1)
  const taught = agenda.length > 0 ? agenda.map(taughtMinutesOf) : [ofNone]
  const [needed, ...others] = new Set(taught.map((minutes) => neededMinutes(figures, minutes)))
  const [ofAll, ...differing] = new Set(taught.map(Math.floor))
  const share = figures.neededShare ?? figures.neededMinutes / figures.teachingMinutes
  if (others.length > 0) return `${Math.round(share * 100)}% of its minutes`
  return differing.length > 0 ? `${needed} of its minutes` : `${needed} of its ${ofAll} minutes`
}

function pollsOf(count: number): string {
  return count === 1 ? '1 poll' : `${count} polls`
}
