import type { Figures } from './figures.ts'
import { percent } from './rules.ts'
import { hasWholeHours } from './versions.ts'

/** Returns the figures as sentences for administrators, in the order of counting. */
export function figuresInWords(figures: Figures): string[] {
  return [
    `An hour is ${figures.periodMinutes} minutes, of which ${figures.teachingMinutes} are taught.`,
    presence(figures),
    ...shares(figures),
    gaps(figures),
    ...polls(figures),
    ...(figures.leastHoursADay > 0
      ? [`A day with less than ${hours(figures.leastHoursADay)} doesn't count.`]
      : []),
    `An event gives up to ${hours(figures.mostHours)}.`,
    figures.rolesCounted.includes('panelist')
      ? 'Panelists earn hours like attendees. An administrator decides about hosts.'
      : 'An administrator decides about panelists and hosts.',
  ]
}

function presence(figures: Figures): string {
  const { mode, neededMinutes, neededShare, hourMinutes = 0, roundPer } = figures
  if (mode === 'sum') {
    const when = roundPer === 'slot' ? 'once for all days' : 'on each day'
    return `The minutes of all hours add up: ${hourMinutes} are one hour of credit, rounded down ${when}.`
  }
  return neededShare === undefined
    ? `A person must attend ${neededMinutes} of them.`
    : `A person must attend ${percent(neededShare)} of them.`
}

function shares(figures: Figures): string[] {
  const { mode, neededShare, teachingMinutes, coursesAnHour } = figures
  return [
    ...(!hasWholeHours(figures) && mode === 'each' && neededShare === undefined
      ? ['A shorter hour needs the same share of its minutes.']
      : []),
    ...(coursesAnHour === 2
      ? [`An hour is two courses of ${teachingMinutes / 2} taught minutes, each worth half an hour.`]
      : []),
  ]
}

function gaps({ forgivenGapSeconds, forgivenSecondsAnHour }: Figures): string {
  if (forgivenGapSeconds === 0 || forgivenSecondsAnHour === 0) return 'No gap between visits is forgiven.'
  return `Gaps of up to ${duration(forgivenGapSeconds)} are forgiven, up to ${duration(forgivenSecondsAnHour)} per hour.`
}

function polls(figures: Figures): string[] {
  const { polls, phonePolls, mode, coursesAnHour } = figures
  const { per, needed, lateMinutes } = polls
  const hour = coursesAnHour === 2 ? 'course' : 'hour'
  if (per === 'none') return ["Polls aren't required."]
  const answers = needed === 1 ? '1 answered poll question' : `${needed} answered poll questions`
  return [
    per === 'day'
      ? `The polls of a day count together: all of its hours need ${answers}, if as many were asked.`
      : `${mode === 'each' ? 'Each' : 'The polls of a day count together: each'} ${hour} needs ${answers}, if as many were asked.`,
    ...(lateMinutes > 0
      ? [`After the last hour of a day, answers count for another ${duration(lateMinutes * 60)}.`]
      : []),
    phonePolls === 'waived'
      ? 'People attending by phone need no polls.'
      : 'People attending by phone need the polls, too.',
  ]
}

function hours(count: number): string {
  return count === 1 ? '1 hour' : `${count} hours`
}

/** Returns '2 minutes', '90 seconds' or '2 minutes 30 seconds'. */
function duration(seconds: number): string {
  const [whole, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (whole < 2 && rest > 0) return `${seconds} seconds`
  const minutes = whole === 1 ? '1 minute' : `${whole} minutes`
  return rest > 0 ? `${minutes} ${rest} seconds` : minutes
}
