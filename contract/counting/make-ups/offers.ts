import * as z from 'zod/mini'
import { idNames, instant, onWire } from '#contract/core/wire.ts'
import type { CourseHour } from '#contract/counting/hours/course-hours.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { minutesEarly } from '#contract/events/events/facts.ts'
import { beginOf, endOf } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { MakeUpFacts } from './rules.ts'
import { countsInAnySlot, isEarnable, makeUpRefusal } from './rules.ts'

/** An hour that a person misses, as another slot of the event teaches it again. */
export const MakeUp = onWire(idNames, {
  eventSlotId: z.int(),
  /** The hour. */
  startAt: instant(),
  endAt: instant(),
  /** In person, nobody is admitted beforehand: the person comes to `place`. */
  isInPerson: z.boolean(),
  place: z.string(),
  /** The time at which the room opens on the day of the hour. */
  opensAt: instant(),
  /** Whether the person is admitted to the webinar. Otherwise, one call admits them, unless it is in person. */
  isAdmitted: z.boolean(),
  /** The join link; null if the person is not admitted. */
  joinUrl: z.nullable(z.string()),
})
export type MakeUp = z.output<typeof MakeUp>

/** Another slot of the event, for the person of a registration. */
export interface MakeUpSlot extends MakeUpFacts {
  eventSlotId: number
  time: SlotTime
  place: string
  agenda: readonly CourseHour[]
  figures: Figures
  /** The join link, if the person is admitted. */
  joinUrl: string | null
}

/**
 * Returns when other slots teach an hour of the course again, the next one first: while it can be earned, or until it is over for a person
 * who is admitted. Leaves out closed slots, and full ones in person.
 */
export function makeUpsOf(course: string, slots: readonly MakeUpSlot[], now: Date): MakeUp[] {
  return slots
    .filter(({ figures }) => countsInAnySlot(figures))
    .flatMap((slot) =>
      slot.agenda
        .filter((hour) => hour.course === course && isOffered(hour, slot, now))
        .map((hour) => makeUpOf(hour, slot)),
    )
    .sort((a, b) => a.startAt.getTime() - b.startAt.getTime())
}

function isOffered(hour: CourseHour, slot: MakeUpSlot, now: Date): boolean {
  if (slot.joinUrl !== null) return now < endOf(hour)
  return !makeUpRefusal(slot) && isEarnable(hour, slot.figures, now)
}

function makeUpOf(hour: CourseHour, { eventSlotId, time, isInPerson, place, joinUrl }: MakeUpSlot): MakeUp {
  const day = slotDays(time).find(({ on }) => on === hour.on)
  const begin = day?.startAt ?? beginOf(hour)
  return {
    eventSlotId,
    isInPerson,
    place,
    joinUrl,
    startAt: beginOf(hour),
    endAt: endOf(hour),
    opensAt: new Date(begin.getTime() - minutesEarly * 60_000),
    isAdmitted: joinUrl !== null,
  }
}

/** The hours of one other slot. */
export interface MakeUpOffer<Hour> {
  slot: MakeUp
  /** In order. */
  hours: { hour: Hour; makeUp: MakeUp }[]
}

/** Returns the offers of missing hours by slot, the next one first: several hours in the same slot are one offer. */
export function makeUpOffers<Hour extends { makeUps: readonly MakeUp[] }>(
  hours: readonly Hour[],
): MakeUpOffer<Hour>[] {
  const all = hours.flatMap((hour) => hour.makeUps.map((makeUp) => ({ hour, makeUp })))
  const sorted = all.sort((a, b) => a.makeUp.startAt.getTime() - b.makeUp.startAt.getTime())
  return [...Map.groupBy(sorted, ({ makeUp }) => makeUp.eventSlotId).values()].map((ofSlot) => ({
    slot: (ofSlot[0] as (typeof ofSlot)[number]).makeUp,
    hours: ofSlot,
  }))
}
