import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDay, shownTime } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals } from '#contract/core/refusals.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownTimeOf } from '#web/core/texts/instants.ts'
import type { DoorResult } from './door-result.ts'

interface Words {
  tone: 'good' | 'warn' | 'bad' | 'plain'
  title: string
  text: string
}

const refused: Partial<Record<RefusalCode, string>> = {
  REGISTRATION_NOT_FOUND: "Not on today's list",
  REGISTRATION_CANCELED: 'Registration canceled',
  NOT_OF_THIS_DAY: 'Registered for another day',
  TICKET_REPLACED: 'Old ticket',
  TICKET_INVALID: 'Not a ticket',
}

/** Returns the color and the words for the last check-in or check-out. */
export function resultWords(result: DoorResult): Words {
  const { act, at, was, since, slot, otherSlot, refusal, problem, isUndone } = result
  const noted = act === 'in' ? 'Checked in' : 'Checked out'
  if (isUndone)
    return { tone: 'plain', title: 'Undone', text: `The check-${act} at ${shownTimeOf(at)} does not count.` }
  if (problem !== undefined)
    return { tone: 'bad', title: act === 'in' ? 'Not checked in' : 'Not checked out', text: problem }
  if (refusal) {
    const words =
      refusal === 'REGISTRATION_NOT_FOUND'
        ? 'Search by name, or add a walk-in.'
        : refusal === 'NOT_OF_THIS_DAY' && slot
          ? `The registration is for ${shownDay(slot.startOn)}, ${shownTime(slot.startTime)} Eastern.`
          : refusals[refusal].message
    return { tone: 'bad', title: refused[refusal] ?? 'Refused', text: words }
  }
  const text = `At ${shownTimeOf(at)}.`
  if (was === act) {
    const stays =
      act === 'in' ? `At ${shownTimeOf(since ?? at)}. That time stays.` : `Now ${shownTimeOf(at)}.`
    return { tone: 'warn', title: `Already ${noted.toLowerCase()}`, text: stays }
  }
  if (act === 'in' && was === null && otherSlot && slot) {
    const times = `Registered for ${shownTime(slot.startTime)} Eastern, not ${shownTime(otherSlot.startTime)}.`
    return { tone: 'warn', title: 'Checked in, other time slot', text: `${text} ${times}` }
  }
  if (act === 'out' && was === null)
    return { tone: 'warn', title: noted, text: `${text} There was no check-in.` }
  return { tone: 'good', title: was === 'out' ? 'Checked in again' : noted, text }
}

/** 'Online', or how many check-ins wait for the network. */
export function connectionWords(isReachable: boolean, waiting: number): string {
  if (isReachable) return waiting === 0 ? 'Online' : `Online: sending ${counted(waiting, 'check-in')}`
  return waiting === 0
    ? 'No network'
    : `No network: ${counted(waiting, 'check-in')} ${waiting === 1 ? 'waits' : 'wait'}`
}

/** Returns the words for a screen reader when the network comes or goes. How many check-ins wait would interrupt each result. */
export function reachableWords(isReachable: boolean): string {
  return isReachable ? 'Connected to the portal' : 'Not connected: check-ins wait on this device'
}

/** Says after midnight, without a network, what became of the list and of the check-ins that wait. */
export function endedWords(endedOn: PlainDate, waiting: number): { title: string; text: string } {
  const kept = counted(waiting, 'check-in')
  const waits = `${kept} ${waiting === 1 ? 'waits' : 'wait'} on this device and will be sent. `
  return {
    title: `The list was for ${shownDay(endedOn)}`,
    text: `${waiting > 0 ? waits : ''}Today's list loads when this device reaches the portal.`,
  }
}

/** Names the next day with in-person events. */
export function nextDayWords(nextDay: PlainDate | null): string {
  return nextDay ? `The next one is on ${shownDay(nextDay)}.` : 'None is planned.'
}
