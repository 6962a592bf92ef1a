import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from './agendas.ts'
import { neededMinutes, taughtMinutesOf } from './hour-times.ts'

/**
 * Returns what a slot's hours need to count, for people before they attend: 'You earn an hour by attending at
 * least 45 of its 50 minutes and answering 1 poll.'
 */
export function neededForCredit(figures: Figures, agenda: readonly AgendaHour[]): string {
  const { polls, phonePolls, leastHoursADay, mode, roundPer } = figures
  const isOfDay = mode === 'each' && polls.per === 'day'
  const answers = polls.per === 'none' || isOfDay ? '' : pollsOf(polls.needed)
  const what = areCourses(figures, agenda) ? 'half an hour for each course' : 'an hour'
  return [
    mode === 'each'
      ? `You earn ${what} by attending at least ${minutesOf(figures, agenda)}${answers && ` and answering ${answers}`}.`
      : `You earn an hour for every ${figures.hourMinutes} minutes that you attend${answers && `, with ${answers} answered for each`}.`,
    mode === 'sum' && roundPer === 'day' ? "Minutes left over at the end of a day don't count." : '',
    isOfDay ? `You need to answer ${pollsOf(polls.needed)} each day.` : '',
    polls.per !== 'none' && phonePolls === 'waived' ? "You don't need the polls if you attend by phone." : '',
    leastHoursADay > 1 ? `A day with fewer than ${leastHoursADay} hours doesn't count.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns true if an hour is two courses, as planned or as stated. */
function areCourses({ coursesAnHour }: Figures, agenda: readonly AgendaHour[]): boolean {
  return coursesAnHour === 2 && agenda.every(({ value }) => value <= halfHour)
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
