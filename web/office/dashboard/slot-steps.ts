import type { LinkProps } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { easternInstant } from '#contract/core/season.ts'
import type { SlotProgress } from '#contract/office/dashboard/slot-progress.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { mailLabel } from '#web/office/bulk-jobs/bulk-words.ts'

export type SlotPhase = 'now' | 'over' | 'coming'

/** Returns if a slot runs from its first start to its last end, is over, or is still to come. */
export function phaseOf({ startOn, startTime, endOn, endTime }: SlotProgress, now: Date): SlotPhase {
  if (easternInstant(endOn, endTime) <= now) return 'over'
  return easternInstant(startOn, startTime) <= now ? 'now' : 'coming'
}

/** Returns the slots as an administrator needs them: running, over with the newest first, coming. */
export function inPhases(slots: readonly SlotProgress[], now: Date): SlotProgress[] {
  const of = (phase: SlotPhase) => slots.filter((slot) => phaseOf(slot, now) === phase)
  return [...of('now'), ...of('over').reverse(), ...of('coming')]
}

/** Returns what is known about a slot's hours, in a few words. */
export function stateOf(slot: SlotProgress, now: Date): string {
  const { isInPerson, attended, isFinal } = slot
  const reports =
    attended === null
      ? isInPerson
        ? 'No sign-in sheet or report yet'
        : 'No report yet'
      : finalWords[`${isFinal}`]
  const place = isInPerson ? 'In person' : 'Online'
  return phaseOf(slot, now) === 'over' ? `${place} · ${reports}` : place
}

const finalWords = { true: 'Reports final', false: 'Reports not final yet' }

/** A step leads to a page, or opens a panel on this one. */
export type SlotStep = { action: string } & (
  | { link: LinkProps }
  | { opens: 'poll codes' }
  /** A role that may not do it reads what is lacking. */
  | { opens: 'emails' | 'event'; lacking: string }
)

/** Returns the one next step of a slot; undefined if nothing is to do. */
export function nextStepOf(slot: SlotProgress, now: Date): SlotStep | undefined {
  const { eventSlotId, isInPerson, isDraft, isWebinar, attended, decisions } = slot
  const { creditable, mailable } = slot
  // Only the whole table of routes knows addresses with an id.
  const hours = { to: paths.attendance({ eventSlotId }) as never }
  const sheet = { to: paths.signInSheet({ eventSlotId }) as never }
  const phase = phaseOf(slot, now)
  if (isDraft) return { action: 'Check and publish', opens: 'event', lacking: 'Not published yet' }
  if (phase === 'coming') {
    if (isInPerson) return { action: 'Print sign-in sheet', link: sheet }
    if (isWebinar) return undefined
    return { action: 'Add webinar ID', opens: 'event', lacking: 'No webinar ID yet' }
  }
  if (phase === 'now') {
    return isInPerson
      ? { action: 'Check-in', link: { to: paths.checkIn() } }
      : { action: 'Poll codes', opens: 'poll codes' }
  }
  if (slot.registered === 0) return undefined
  if (decisions > 0) return { action: `Decide ${shownCount(decisions)}`, link: hours }
  if (attended === null) {
    return isInPerson
      ? { action: 'Enter sign-in sheet', link: sheet }
      : { action: 'Upload report', link: hours }
  }
  if (creditable > 0) return { action: `Issue ${counted(creditable, 'certificate')}`, link: hours }
  if (mailable === 0) return undefined
  return { action: mailLabel(mailable), opens: 'emails', lacking: 'Not emailed yet' }
}
