import type { Wait } from '#contract/credit-findings/calls.ts'
import { shownHours } from '#contract/events/facts.ts'
import { rowTimes } from '#web/attendance-decisions/answered.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant, shownTimeOf } from '#web/core/texts/instants.ts'

export const waitTitles: Record<Wait['kind'], string> = {
  'no-email': 'No email',
  'unknown-email': 'Unknown email',
  'two-candidates': 'Two candidates',
  contradiction: 'Contradiction',
  'unusable-times': 'Unusable times',
  host: 'Host',
  overlap: 'Credited elsewhere',
  lowered: 'Fewer hours',
  canceled: 'Canceled',
  'profile-incomplete': 'Profile incomplete',
  'same-hour-missed': 'Most people miss the same hour',
  'fewer-people': 'Fewer people than before',
  'times-off': 'Times are off by whole hours',
}

/** Says why something waits. `missedHour` names the hour of an anomaly. */
export function waitWords({ kind, facts }: Wait, missedHour = 'the same hour'): string {
  const { visits = [], answers = 0, hours, elsewhere, share, off } = facts
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
      return `${rows} with neither an id nor an email.`
    case 'unknown-email':
      return `${rows} with an email that no registration has.`
    case 'two-candidates':
      return `${rows} that fit two registrations.`
    case 'contradiction':
      return `${rows} with the id of one registered person and the email of another.`
    case 'unusable-times':
      return 'The report does not say from when to when they were there.'
    case 'host':
      return 'They hosted. The rule does not count hosts.'
    case 'overlap':
      return elsewhere
        ? `${shownHours(elsewhere.hours)} are credited for the same time: ${elsewhere.eventName}.`
        : 'They are credited elsewhere for the same time.'
    case 'lowered':
      return hours
        ? `${shownHours(hours.before)} are credited, and the newest reports give ${shownHours(hours.now)}.`
        : 'The newest reports give fewer hours than are credited.'
    case 'canceled':
      return 'They attended, and their registration is canceled.'
    case 'profile-incomplete':
      return 'Their profile lacks what a certificate needs. They count once it is complete.'
    case 'same-hour-missed':
      return `${people} miss ${missedHour}. It may have been taught at other times.`
    case 'fewer-people':
      return `${people} of the previous report are missing from the newest one.`
    case 'times-off':
      return `The times of a report are ${off ? counted(Math.abs(off.hours), 'hour') : 'whole hours'} away from the slot. They may be in another time zone.`
  }
}

const mostVisits = 3

/** Says from when to when a report has somebody: at most three visits, or the whole time of rows that wait together. */
export function waitTimes(rows: Wait[]): string {
  const [{ facts: { visits = [] } = {} } = {}, ...others] = rows
  if (others.length > 0 || visits.length === 0) return rowTimes(rows.map(({ subject }) => subject))
  const times = visits.slice(0, mostVisits).map(({ from, to }) => {
    return `${from ? shownInstant(from) : 'no join time'} – ${to ? shownTimeOf(to) : 'no leave time'}`
  })
  const more = visits.length - mostVisits
  return [...times, ...(more > 0 ? [`${shownCount(more)} more`] : [])].join('; ')
}
