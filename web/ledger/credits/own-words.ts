import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import type { OwnHour } from '#contract/counting/credit-findings/own-hours.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { clockOf, codeLooks } from './hour-looks.ts'

/** The credited hours, else the counted ones: '7 of 8 hours'. */
export function hoursInWords({ state, standing, hours, possibleHours }: OwnFinding): string {
  if (state === 'awaited') return 'Your hours are not counted yet'
  const all = `${standing?.hours ?? hours} of ${shownHours(possibleHours)}`
  return state === 'so-far' ? `Counted so far: ${all}` : all
}

/** The days of the hours: 'Tue 09 Feb 2027: 4 hours · Wed 10 Feb 2027: 3 hours'; '' if unknown. */
export function daysInWords({ standing, byDay }: OwnFinding): string {
  return shownByDay((standing ? standing.byDay : byDay) ?? [])
}

/** Returns true if the person has lost hours that no later report can add. */
export function missesHours({ state, standing, hours, possibleHours, isFinal }: OwnFinding): boolean {
  return state === 'counted' && (isFinal || standing !== null) && (standing?.hours ?? hours) < possibleHours
}

/** Says where the hours come from, and what follows. */
export function notesOf(finding: OwnFinding): string[] {
  if (finding.state === 'awaited') return [awaitedNote(finding)]
  if (finding.state === 'so-far') return soFarNotes(finding)
  const { about, isFinal, asksAt, settlesAt } = finding
  return [
    ...standingNotes(finding),
    ...(about ? [about] : []),
    ...(asksAt ? [`We ask for the next report on ${shownInstant(asksAt)}.`] : []),
    ...(isFinal || asksAt ? [] : [`Corrections may come until ${shownInstant(settlesAt)}.`]),
  ]
}

function standingNotes({ standing, hours, possibleHours }: OwnFinding) {
  if (!standing) return hours > 0 ? ["These hours aren't credited yet."] : []
  if (standing.hours === hours) return []
  const found = `By attendance: ${hours} of ${shownHours(possibleHours)}.`
  if (standing.isDecided) return [`Set by an administrator${reasonOf(standing)}`, found]
  return [`The newest report gives ${shownHours(hours)}. An administrator will look at it.`]
}

function reasonOf({ reason }: { reason: string }) {
  return reason === '' ? '.' : `: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}

function awaitedNote({ asksAt }: OwnFinding) {
  return asksAt
    ? `They are counted from the webinar platform's report. We ask for it on ${shownInstant(asksAt)}.`
    : 'They are counted once an administrator has added the attendance list.'
}

function soFarNotes({ hourByHour, asksAt }: OwnFinding) {
  const open = hourByHour.filter(({ code }) => code === 'open').length
  return [
    ...(open > 0 ? [`${counted(open, 'more hour')} may count once the poll answers arrive.`] : []),
    asksAt
      ? `This is what the webinar room shows now. Hours are credited after its report, on ${shownInstant(asksAt)}.`
      : 'This is what the webinar room shows now. Hours are credited after its report.',
  ]
}

/** The minutes of an hour: '43/50 min'. */
export function minutesOf({ code, minutes, taughtMinutes }: OwnHour): string {
  if (code === 'no-report' || code === 'to-come') return codeLooks[code].words
  return `${minutes}/${Math.floor(taughtMinutes)} min`
}

/** An hour's polls: '1/1 poll'; '' if none were asked, or nothing is known. */
export function pollsOf({ code, polls }: OwnHour): string {
  if (!polls || code === 'not-there' || code === 'unknown') return ''
  if (code === 'open') return 'polls open'
  if (polls.asked === 0) return ''
  return `${polls.answered}/${polls.asked} ${polls.asked === 1 ? 'poll' : 'polls'}`
}

/** An hour for a screen reader: 'Hour 3, 10:00 AM: too few minutes, 43/50 min, 1/1 poll'. */
export function hourInWords(hour: OwnHour): string {
  const { words } = codeLooks[hour.code]
  const parts = new Set([words, minutesOf(hour), pollsOf(hour)].filter(Boolean))
  return `Hour ${hour.number}, ${clockOf(hour.startAt)}: ${[...parts].join(', ')}`
}
