import type { RefusalCode } from '#contract/core/refusals.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { Decision } from './calls.ts'
import { readSubject } from './subjects.ts'

/** The most milliseconds between a visit and a day of its slot. */
const marginMs = 12 * 3_600_000

/** The facts that decide if an answer fits. */
interface DecisionFacts {
  slot: SlotTime
  /** True if this subject appears in the slot's reports, queue or answers. */
  isKnown: boolean
  /** All registrations in the answer exist. */
  areThere: boolean
  /** All of them are for the slot's event. */
  areOfEvent: boolean
  /** The credited hours belong to the person of these rows. */
  isSamePerson: boolean
}

type Given = Pick<Decision, 'act' | 'registrationIds' | 'from' | 'to' | 'credit'> & { subject: string }

/** Returns why this answer is impossible, or undefined. */
export function decisionRefusal(given: Given, facts: DecisionFacts): RefusalCode | undefined {
  if (!fits(given)) return 'ANSWER_UNFIT'
  if (!facts.areThere) return 'REGISTRATION_NOT_FOUND'
  if (!facts.areOfEvent) return 'OTHER_EVENT'
  if (given.act === 'state') return timesRefusal(given, facts.slot)
  if (given.act === 'credit' && !facts.isSamePerson) return 'ANSWER_UNFIT'
  return facts.isKnown ? undefined : 'SUBJECT_UNKNOWN'
}

/** Returns true if the answer suits its kind of subject, and has what it needs. */
function fits({ act, subject, registrationIds, from, to, credit }: Given): boolean {
  const { about, registrationId } = readSubject(subject)
  if ((act === 'match') !== (about === 'rows')) return false
  if ((act === 'counts' || act === 'does-not-count') !== (about === 'question')) return false
  if ((act === 'state') !== (about === 'stay') || (act === 'settle') !== (about === 'slot')) return false
  if ((act === 'state') !== (from !== undefined && to !== undefined)) return false
  if ((act === 'credit') !== (credit !== undefined)) return false
  if (act === 'credit' && about !== 'registration') return false
  if (act !== 'match' && registrationIds.length > 0) return false
  // Only 0 hours can be given elsewhere: the credit there moves here.
  const isElsewhere = credit !== undefined && credit.registrationId !== registrationId
  return !isElsewhere || (credit.hours === 0 && !credit.isByRule)
}

function timesRefusal({ subject, from, to }: Given, slot: SlotTime): RefusalCode | undefined {
  const day = slotDays(slot).find(({ on }) => on === readSubject(subject).on)
  if (!day || !from || !to) return 'TIMES_OUTSIDE_SLOT'
  const first = Math.min(day.startAt.getTime(), day.endAt.getTime()) - marginMs
  const last = Math.max(day.startAt.getTime(), day.endAt.getTime()) + marginMs
  const isInside = first <= from.getTime() && from < to && to.getTime() <= last
  return isInside ? undefined : 'TIMES_OUTSIDE_SLOT'
}
