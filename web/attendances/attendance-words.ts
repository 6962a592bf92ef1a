import type { Attendee, SlotAttendance } from '#contract/attendances/calls.ts'
import type { Stay } from '#contract/attendances/rules.ts'
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

/** Whether somebody of a slot's attendance came, and was to. */
export function attendeeStatus({
  registrationId,
  visits,
}: Attendee): 'Came' | 'Never came' | 'Not registered' {
  if (registrationId === null) return 'Not registered'
  return visits.length === 0 ? 'Never came' : 'Came'
}

/** Where what is shown is from, or why there is nothing new. */
export function fetchingWords({ fetching, reports }: Pick<SlotAttendance, 'fetching' | 'reports'>): string {
  const { isRunning, askedAt, problem, nextAt } = fetching
  if (isRunning) return problem ? `${problem} It is asked again by itself.` : 'The platform is being asked…'
  const [newest] = reports
  const none = askedAt && !problem && `No report yet. The platform was asked ${shownInstant(askedAt)}.`
  const shown = newest ? `As ${newest.originName} has it since ${shownInstant(newest.receivedAt)}.` : none
  const refused = problem && `The platform gave no report: ${problem}`
  const next = nextAt && `It is asked by itself ${shownInstant(nextAt)}.`
  return [shown, refused, next].filter(Boolean).join(' ')
}
