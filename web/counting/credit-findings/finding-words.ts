import type {
  CountedPerson,
  RegistrationFinding,
  SlotFindings,
} from '#contract/counting/credit-findings/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { shownInstant, shownTimeOf } from '#web/core/texts/instants.ts'
import { clockOf, codeLooks, shownDayOf } from '#web/ledger/credits/hour-looks.ts'

export type ShownCode = CountedPerson['codes'][number]

/** A person's hours for a screen reader: 'Hours 1 and 2 earned, hour 3 too few minutes'. */
export function codesInWords(codes: readonly ShownCode[]): string {
  const places = Map.groupBy(codes.keys(), (place) => codeLooks[codes[place] ?? 'unknown'].words)
  const list = new Intl.ListFormat('en-US')
  const parts = [...places].map(([words, hours]) => {
    const numbers = list.format(hours.map((place) => String(place + 1)))
    return `${hours.length === 1 ? 'hour' : 'hours'} ${numbers} ${words}`
  })
  return parts.join('; ')
}

/** Returns who gave the standing credit: 'by Jane', 'automatic', or '' if there is none. */
export function creditedBy({ hours, isDecided, decidedBy }: CountedPerson): string {
  if (isDecided) return `by ${decidedBy ?? 'an administrator'}`
  return hours > 0 ? 'automatic' : ''
}

/** Returns what follows a person's finding, in words. */
export function nextWords({ next, isDecided, hours, found }: CountedPerson): string {
  if (next === 'nothing')
    return isDecided && hours !== found.hours ? 'Stays until you choose automatic hours' : ''
  return nextTexts[next]
}

const nextTexts: Record<Exclude<CountedPerson['next'], 'nothing'>, string> = {
  write: 'Can be credited',
  'not-over': 'Once the slot is over',
  settling: 'Once the reports are final',
  lowered: 'Decision needed: fewer than credited',
  host: 'Decision needed: hosted',
  'unusable-times': 'Decision needed: times missing or invalid',
  'total-differs': 'Decision needed: total differs',
  'other-days': 'Decision needed: other days',
  'taken-back': 'Decision needed: removed before',
  overlap: 'Decision needed: credited elsewhere',
  canceled: 'Decision needed: canceled',
  'profile-incomplete': 'On hold: profile incomplete',
}

export const noteTexts: Record<NonNullable<CountedPerson['note']>, string> = {
  'other-slot': 'Registered for the other time slot',
  canceled: 'Registration canceled',
}

/** An answer with its time and source: 'Poll 3 · 09 Feb 2027, 9:10 AM EST · by code'. */
export function answerWords({ question, at, source }: RegistrationFinding['answers'][number]) {
  return [question, at && shownInstant(at), source === 'code' && 'by code'].filter(Boolean).join(' · ')
}

/** A visit as reported: '09 Feb 2027, 8:00 AM EST – 12:00 PM EST · panelist'. */
export function visitWords({
  joinedAt,
  leftAt,
  role,
  medium,
  isWaiting,
}: RegistrationFinding['visits'][number]) {
  const about = [
    role !== 'attendee' && role,
    medium !== 'online' && (medium === 'phone' ? 'by phone' : medium.replace('-', ' ')),
    isWaiting && 'in the waiting room',
    !(joinedAt && leftAt && joinedAt < leftAt) && 'times missing or invalid',
  ]
  const times = `${joinedAt ? shownInstant(joinedAt) : '?'} – ${leftAt ? shownTimeOf(leftAt) : '?'}`
  return [times, ...about].filter(Boolean).join(' · ')
}

/** A person in a report, and how they were matched: 'Pat Doe · by email'. */
export function matchWords({ name, by }: RegistrationFinding['subjects'][number]): string {
  return `${name || 'Without a name'} · ${matches[by] ?? by}`
}

const matches: Record<string, string> = {
  decision: 'by a decision',
  'registrant-id': 'by webinar platform ID',
  email: 'by email',
}

/** A row of the ledger: '4 hours, automatic (hours-2/2027.2) · Tue 09 Feb 2027: 4 hours · 10 Feb 2027, 1:00 PM EST · Jane · Reason'. */
export function ledgerWords({
  act,
  source,
  rule,
  hours,
  byDay,
  reason,
  decidedBy,
  decidedAt,
}: RegistrationFinding['ledger'][number]) {
  const from = source === 'attendance' ? (rule ? `automatic (${rule})` : 'automatic') : 'manual'
  const what = act === 'release' ? 'Back to automatic hours' : `${shownHours(hours)}, ${from}`
  return [what, shownByDay(byDay ?? []), shownInstant(decidedAt), decidedBy, reason]
    .filter(Boolean)
    .join(' · ')
}

/**
 * Says that the rule stopped crediting a person. 'Removed on 10 Feb 2027, 1:00 PM EST by Jane: a wrong
 * report. …'
 */
export function takenBackWords({
  takenBackAt,
  takenBackBy,
  reason,
}: NonNullable<RegistrationFinding['takenBack']>): string {
  const by = takenBackBy ? ` by ${takenBackBy}` : ''
  return `Removed on ${shownInstant(takenBackAt)}${by}${reason && `: ${reason}`}. They aren't credited automatically anymore.`
}

/** Names an hour of the agenda: 'hour 2, Tue 09 Feb 2027, 9:00 AM'. */
export function hourName(agenda: SlotFindings['agenda'], hour: SlotFindings['agenda'][number]): string {
  const number = agenda.filter(({ on }) => on === hour.on).indexOf(hour) + 1
  return `hour ${number}, ${shownDayOf(hour.on)}, ${clockOf(hour.pieces[0]?.startAt)}`
}

/** Says how final the hours are. */
export function countedWords(
  { countedAt, isCounting, isSettled, settlesAt }: SlotFindings,
  now = new Date(),
): string {
  const when = countedAt ? `Counted on ${shownInstant(countedAt)}.` : 'Not counted yet.'
  const final = isSettled
    ? 'The reports are final.'
    : settlesAt > now
      ? `The reports become final on ${shownInstant(settlesAt)}.`
      : 'A report that you upload now is final.'
  return `${isCounting ? 'Counting…' : when} ${final}`
}

/** '94%', never rounded up to all or down to none. */
export function shownShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = Math.round((100 * part) / whole)
  if (percent === 100 && part < whole) return '99%'
  return percent === 0 && part > 0 ? '1%' : `${percent}%`
}
