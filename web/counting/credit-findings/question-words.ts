import { pollWords } from '#contract/attendance/attendance-decisions/poll-words.ts'
import { ended } from '#contract/core/names.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { rowTimes } from '#web/attendance/attendance-decisions/answered.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant, shownTimeOf } from '#web/core/texts/instants.ts'

export const questionTitles: Record<Question['kind'], string> = {
  'no-email': 'No email',
  'unknown-email': 'Unknown email',
  'two-candidates': 'Two candidates',
  contradiction: 'Contradiction',
  'unusable-times': 'Times missing or invalid',
  host: 'Host',
  overlap: 'Credited elsewhere',
  lowered: 'Fewer hours',
  'total-differs': 'Total differs',
  'other-days': 'Other days',
  'taken-back': 'Removed before',
  canceled: 'Canceled',
  'profile-incomplete': 'Profile incomplete',
  'same-hour-missed': 'Most people miss the same hour',
  'times-off': 'Times are off by whole hours',
  'few-answers': 'Few answers',
  'no-polls': 'No poll answers',
  'smaller-version': 'Smaller than before',
}

/** Says why something is open. `missedHour` names an anomaly's hour. */
export function questionWords({ kind, facts }: Question, missedHour = 'the same hour'): string {
  const { visits = [], answers = 0, hours, elsewhere, share, off, question, on, report } = facts
  const seen = [
    visits.length > 0 && counted(visits.length, 'visit'),
    answers > 0 && counted(answers, 'answer'),
  ]
  const rows = seen.filter(Boolean).join(' and ') || 'The rows'
  const people = share
    ? `${shownCount(share.people)} of ${counted(share.of, 'person', 'people')}`
    : 'Most people'
  switch (kind) {
    case 'no-email':
      return `${rows} without an ID or email.`
    case 'unknown-email':
      return `${rows} with an email that no registration has.`
    case 'two-candidates':
      return `${rows} that fit two registrations.`
    case 'contradiction':
      return `${rows} with the id of one registered person and the email of another.`
    case 'unusable-times':
      return hours && hours.now > 0
        ? `A visit has no start or no end. Without it they have ${shownHours(hours.now)}.`
        : 'The report does not say from when to when they were there.'
    case 'host':
      return "They hosted. Hosts don't earn hours automatically."
    case 'overlap':
      return elsewhere
        ? `${hoursAre(elsewhere.hours)} credited for the same time: ${ended(elsewhere.eventName)}`
        : 'They are credited elsewhere for the same time.'
    case 'lowered':
      return hours
        ? `${hoursAre(hours.before)} credited, and the newest reports give ${shownHours(hours.now)}.`
        : 'The newest reports give fewer hours than are credited.'
    case 'canceled':
      return 'They attended, and their registration is canceled.'
    case 'profile-incomplete':
      return 'Their profile lacks what a certificate needs. They count once it is complete.'
    case 'same-hour-missed':
      return `${people} miss ${missedHour}. It may have been taught at other times.`
    case 'total-differs':
      return totalWords(facts)
    case 'other-days':
      return otherDaysWords(facts)
    case 'taken-back':
      return facts.news
        ? `Their hours were removed before, and the reports now have new evidence: ${newsWords(facts.news)}.`
        : 'An administrator removed or lowered their hours for this event before.'
    case 'few-answers':
      return question
        ? `${share ? `${shownCount(share.people)} of ${shownCount(share.of)}` : 'Few people'} answered ${pollWords({ question: question.text, at: question.at })}: does it count?`
        : 'Too few people answered a poll question for it to count.'
    case 'no-polls':
      return `No poll answers${on ? ` of ${shownDay(on as PlainDate)}` : ''}: upload them, or say that no questions were asked.`
    case 'smaller-version':
      return `${report?.name || 'A report'} was fetched again with fewer people, or for a shorter time, than before.`
    case 'times-off':
      return `The times of a report are ${off ? counted(Math.abs(off.hours), 'hour') : 'whole hours'} away from the slot. They may be in another time zone.`
  }
}

/** 'The file states 58 minutes for them, and its rows make 244 minutes.' */
function totalWords({ totalMinutes, rowMinutes }: Question['facts']) {
  if (totalMinutes === undefined || rowMinutes === undefined) {
    return "The file's total doesn't match its rows."
  }
  return `The file states ${minutes(totalMinutes)} for them, and its rows make ${minutes(rowMinutes)}.`
}

function otherDaysWords({ byDay, byDayBefore }: Question['facts']) {
  if (!byDay || !byDayBefore) return 'The newest reports give the same hours on other days.'
  return `Credited are ${shownByDay(byDayBefore as DayHours[])}. The newest reports give ${shownByDay(byDay as DayHours[])}.`
}

/** '30 more minutes and 1 more answer'. */
function newsWords({ seconds, lostSeconds, answers, lostAnswers }: NonNullable<Question['facts']['news']>) {
  const parts = [
    seconds > 0 && more(seconds, 'more'),
    lostSeconds > 0 && more(lostSeconds, 'fewer'),
    answers > 0 && `${shownCount(answers)} more ${answers === 1 ? 'answer' : 'answers'}`,
    lostAnswers > 0 && `${shownCount(lostAnswers)} fewer ${lostAnswers === 1 ? 'answer' : 'answers'}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? new Intl.ListFormat('en-US').format(parts) : 'another time slot'
}

function more(seconds: number, than: 'more' | 'fewer') {
  const whole = Math.round(seconds / 60)
  if (whole === 0) return `less than one ${than === 'more' ? 'more' : 'lost'} minute`
  return `${shownCount(whole)} ${than} ${whole === 1 ? 'minute' : 'minutes'}`
}

function minutes(count: number) {
  return counted(Math.round(count), 'minute')
}

const mostVisits = 3

/** Says when a person was present by a report: at most three visits, or the whole time of grouped rows. */
export function questionTimes(rows: Question[]): string {
  const [{ facts: { visits = [] } = {} } = {}, ...others] = rows
  if (others.length > 0 || visits.length === 0) return rowTimes(rows.map(({ subject }) => subject))
  const times = visits.slice(0, mostVisits).map(({ from, to }) => {
    return `${from ? shownInstant(from) : 'no join time'} – ${to ? shownTimeOf(to) : 'no leave time'}`
  })
  const more = visits.length - mostVisits
  return [...times, ...(more > 0 ? [`${shownCount(more)} more`] : [])].join('; ')
}

/** Returns '4 hours are'. */
function hoursAre(hours: number) {
  return counted(hours, 'hour is', 'hours are')
}
