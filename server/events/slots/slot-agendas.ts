import { isDeepStrictEqual } from 'node:util'
import { ended, nameOrEmail } from '#contract/core/names.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { NewSlotAgenda, SlotAgendas } from '#contract/events/slots/agenda-calls.ts'
import { statementProblem } from '#contract/events/slots/agenda-rules.ts'
import { agendaOf, hoursOf, statedOf } from '#contract/events/slots/agendas.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { CreditRule } from '#server/events/credit-rules/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { lockSlot } from './lock-slot.ts'
import type { Slot } from './queries.ts'
import { getSlot } from './queries.ts'
import { getSlotHours } from './slot-hours.ts'

/** Returns a slot's hours as planned, and its statements. Refuses with SLOT_NOT_FOUND. */
export async function findSlotAgendas(db: Db, eventSlotId: number): Promise<SlotAgendas> {
  const found = await getSlot(db, eventSlotId)
  const { eventName, startOn, endOn, startTime, endTime, breaks } = found
  const [{ figures }, versions] = await Promise.all([findSlotRule(db, found), findVersions(db, eventSlotId)])
  return {
    eventSlotId,
    eventName,
    slot: { startOn, endOn, startTime, endTime, breaks },
    planned: statedOf(hoursOf(found, figures)),
    figures,
    versions,
  }
}

/**
 * States a slot's hours as taught, or as planned again, and returns all statements. The slot is counted
 * again. Refuses with SLOT_NOT_FOUND, CHANGED_MEANWHILE (others stated them since), NOTHING_CHANGES, and
 * impossible hours.
 */
export async function stateHours(work: Work, given: NewSlotAgenda): Promise<SlotAgendas> {
  const { tx, clock, actingUserId = null } = work
  const { eventSlotId, reason, readAgendaId } = given
  await lockSlot(tx, eventSlotId)
  const slot = await getSlot(tx, eventSlotId)
  const [newest] = await findVersions(tx, eventSlotId)
  if (newest && newest.agendaId !== readAgendaId) {
    throw new Refusal('CHANGED_MEANWHILE', {
      message: `${newest.statedBy || 'Someone'} has stated these hours since you opened them: ${ended(newest.reason)} Please look at them again.`,
    })
  }
  const { figures } = await findSlotRule(tx, slot)
  refuseImpossible(slot, given.hours, figures)
  const hours = given.hours && statedOf(agendaOf(given.hours))
  // Older statements have no numbers.
  const before = newest?.hours && statedOf(agendaOf(newest.hours))
  if (isDeepStrictEqual(hours, before ?? null)) throw new Refusal('NOTHING_CHANGES')
  await tx
    .insertInto('slotAgendas')
    .values({
      eventSlotId,
      reason,
      statedBy: actingUserId,
      statedAt: clock(),
      hours: hours && JSON.stringify(hours),
    })
    .execute()
  await happened(work, [{ activity: 'hours-stated', ...ofSlot(slot, { reason }) }])
  return findSlotAgendas(tx, eventSlotId)
}

/** Refuses hours that can't have been taught. */
export function refuseImpossible(slot: Slot, hours: NewSlotAgenda['hours'], figures: Figures) {
  const problem = hours && statementProblem(slot, hours, hoursOf(slot, figures), figures)
  if (problem) refuseFields({ hours: problem })
}

/** Returns a slot's figures: its season's, for in-person or virtual events. */
export async function findSlotRule(db: Db, { eventSlotId }: Slot): Promise<CreditRule> {
  const { rule } = await getSlotHours(db, eventSlotId)
  return rule
}

async function findVersions(db: Db, eventSlotId: number): Promise<SlotAgendas['versions']> {
  const rows = await db
    .selectFrom('slotAgendas')
    .leftJoin('users', 'users.userId', 'slotAgendas.statedBy')
    .select(['slotAgendaId', 'hours', 'reason', 'statedAt'])
    .select(['firstName', 'lastName', 'email'])
    .where('eventSlotId', '=', eventSlotId)
    .orderBy('slotAgendaId', 'desc')
    .execute()
  return rows.map(({ slotAgendaId, firstName, lastName, email, ...row }) => ({
    agendaId: slotAgendaId,
    ...row,
    statedBy: nameOrEmail({ firstName, lastName, email }),
  }))
}
