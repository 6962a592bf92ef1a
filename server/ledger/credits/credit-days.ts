import { sql } from 'kysely'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { courseHoursOf } from '#contract/counting/hours/course-hours.ts'
import type { StoredFinding } from '#contract/counting/hours/findings.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { hoursByDay } from '#contract/events/slots/hours-by-day.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { HandFacts } from '#contract/ledger/credits/by-hand.ts'
import type { HandFactsOfCall } from '#contract/ledger/credits/hand-calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findSlotsOfEvent } from '#server/events/slots/queries.ts'
import type { SlotHours } from '#server/events/slots/slot-hours.ts'
import { findSlotHours } from '#server/events/slots/slot-hours.ts'
import type { Db, Services } from '#server/services.ts'

/** Returns a finding's hours by day, including findings of older versions. */
export function daysOfFinding({ hours, byDay, agenda }: StoredFinding): DayHours[] {
  if (byDay) return byDay as DayHours[]
  const earned = agenda.filter(({ code }) => code.startsWith('earned') || code === 'counted')
  return hoursByDay(
    hours,
    earned.map(({ on }) => ({ on: on as PlainDate, minutes: 60 })),
  )
}

/** Returns the facts that give manual hours their days, by registration. */
export async function findHandFacts(
  db: Db,
  registrationIds: readonly number[],
  now: Date,
): Promise<Map<number, HandFacts>> {
  if (registrationIds.length === 0) return new Map()
  const { rows } = await sql<Held>`
    select held.registration_id, held.event_id, held.event_slot_id, (
      select finding from credit_counts join credit_findings using (credit_finding_id)
      where credit_counts.registration_id = held.registration_id limit 1) as finding
    from registrations held where registration_id = any(${[...registrationIds]}::integer[])`.execute(db)
  const events = new Map<number, TaughtEvent>()
  for (const eventId of new Set(rows.map((row) => row.eventId))) {
    events.set(eventId, await findTaughtEvent(db, eventId))
  }
  return new Map(
    rows.map((row) => [row.registrationId, handFacts(row, events.get(row.eventId) as TaughtEvent, now)]),
  )
}

/** Returns the facts about one registration's manual hours. Refuses with REGISTRATION_NOT_FOUND. */
export async function getHandFactsOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  registrationId: number,
): Promise<HandFactsOfCall> {
  const facts = (await findHandFacts(db, [registrationId], clock())).get(registrationId)
  const held = await db
    .selectFrom('registrations')
    .select('creditedDays')
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
  if (!facts || !held) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { earned, presentOn, taught, courseHours, isOver } = facts
  const byDay = Map.groupBy(taught, ({ on }) => on)
  return {
    earned: [...earned],
    presentOn: [...new Set(presentOn)],
    courseHours,
    // Two slots may have taught on one day.
    taught: [...byDay]
      .map(([on, ofDay]) => ({ on, hours: Math.max(...ofDay.map(({ hours }) => hours)) }))
      .sort((a, b) => (a.on < b.on ? -1 : 1)),
    overOn: [...byDay.keys()].filter(isOver),
    credited: held.creditedDays,
  }
}

interface Held {
  registrationId: number
  eventId: number
  eventSlotId: number
  finding: StoredFinding | null
}

/** An event's slots with their hours, and the hours of the course. */
interface TaughtEvent {
  slots: (SlotHours & { eventSlotId: number; time: SlotTime })[]
  courseHours: number
}

async function findTaughtEvent(db: Db, eventId: number): Promise<TaughtEvent> {
  const found = await findSlotsOfEvent(db, eventId)
  const hours = await findSlotHours(
    db,
    found.map(({ eventSlotId }) => eventSlotId),
  )
  const slots = found.flatMap((slot) => {
    const ofSlot = hours.get(slot.eventSlotId)
    return ofSlot ? [{ ...ofSlot, eventSlotId: slot.eventSlotId, time: slot }] : []
  })
  const most = new Map<string, number>()
  for (const { course, value } of courseHoursOf(slots).flat()) {
    most.set(course, Math.max(value, most.get(course) ?? 0))
  }
  const minutes = [...most.values()].reduce((sum, value) => sum + value, 0)
  return { slots, courseHours: Math.floor(minutes / 60) }
}

function handFacts(
  { eventSlotId, finding }: Held,
  { slots, courseHours }: TaughtEvent,
  now: Date,
): HandFacts {
  const attended = new Set(finding?.agenda.map((hour) => hour.eventSlotId))
  const here = slots.filter((slot) => slot.eventSlotId === eventSlotId || attended.has(slot.eventSlotId))
  const days = here.flatMap(({ time }) => slotDays(time))
  const taught = here.flatMap(({ agenda, time }) => taughtByDay(agenda, time))
  return {
    courseHours,
    taught,
    earned: finding ? daysOfFinding(finding) : [],
    presentOn: (finding?.agenda ?? []).filter(({ minutes }) => minutes > 0).map(({ on }) => on as PlainDate),
    isOver: (on) => days.every((day) => day.on !== on || now >= day.endAt),
  }
}

/** Returns the whole hours that each day of a slot taught, including days with none. */
function taughtByDay(agenda: SlotHours['agenda'], time: SlotTime): DayHours[] {
  const minutes = agenda.map(({ on, value }) => ({ on, minutes: value }))
  const total = Math.floor(minutes.reduce((sum, each) => sum + each.minutes, 0) / 60)
  const taught = new Map(hoursByDay(total, minutes).map(({ on, hours }) => [on, hours]))
  return slotDays(time).map(({ on }) => ({ on, hours: taught.get(on) ?? 0 }))
}
