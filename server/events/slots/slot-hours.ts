import { seasonOfDay } from '#contract/core/season.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaOf, beginOf, hoursOf } from '#contract/events/slots/agendas.ts'
import { neededForCredit } from '#contract/events/slots/needed.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { CreditRule } from '#server/events/credit-rules/queries.ts'
import { getCreditRule } from '#server/events/credit-rules/queries.ts'
import type { Db } from '#server/services.ts'

/** A slot's hours, and the figures that count them. */
export interface SlotHours {
  rule: CreditRule
  agenda: AgendaHour[]
  /** As the figures plan it. */
  planned: AgendaHour[]
  /** As stated; null: as planned. */
  stated: { slotAgendaId: number; reason: string } | null
}

/** Returns the hours of slots by id, without unknown ones. */
export async function findSlotHours(
  db: Db,
  eventSlotIds: readonly number[],
): Promise<Map<number, SlotHours>> {
  if (eventSlotIds.length === 0) return new Map()
  const slots = await db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('slotAgendas')
          .select(['slotAgendaId', 'hours', 'reason'])
          .whereRef('slotAgendas.eventSlotId', '=', 'eventSlots.eventSlotId')
          .orderBy('slotAgendaId', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['eventSlots.eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime', 'breaks'])
    .select(['focusId', 'isInPerson'])
    .select(['slotAgendaId', 'hours', 'reason'])
    .where('eventSlots.eventSlotId', 'in', eventSlotIds)
    .execute()
  const rules = new Map<string, CreditRule>()
  const found = new Map<number, SlotHours>()
  for (const { eventSlotId, slotAgendaId, hours, reason, ...slot } of slots) {
    const held = { season: seasonOfDay(slot.startOn), isInPerson: isInPerson(slot) }
    const key = JSON.stringify(held)
    const rule = rules.get(key) ?? (await getCreditRule(db, held))
    rules.set(key, rule)
    const planned = hoursOf(slot, rule.figures)
    const agenda = hours ? agendaOf(hours) : planned
    found.set(eventSlotId, {
      rule,
      planned,
      agenda: agenda.toSorted((a, b) => beginOf(a).getTime() - beginOf(b).getTime()),
      stated: hours && slotAgendaId && reason ? { slotAgendaId, reason } : null,
    })
  }
  return found
}

/** Refuses with SLOT_NOT_FOUND. */
export async function getSlotHours(db: Db, eventSlotId: number): Promise<SlotHours> {
  const hours = (await findSlotHours(db, [eventSlotId])).get(eventSlotId)
  if (!hours) throw new Refusal('SLOT_NOT_FOUND')
  return hours
}

/** Returns what each slot's hours need to count, in words for its people, by slot id. */
export async function findNeededForCredit(
  db: Db,
  eventSlotIds: readonly number[],
): Promise<Map<number, string>> {
  const hours = await findSlotHours(db, eventSlotIds)
  return new Map(
    [...hours].map(([eventSlotId, { rule, agenda }]) => [eventSlotId, neededForCredit(rule.figures, agenda)]),
  )
}
