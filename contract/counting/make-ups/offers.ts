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

/** A missed hour as another slot of the event teaches it again. */
export const MakeUp = onWire(idNames, {
  eventSlotId: z.int(),
  startAt: instant(),
  endAt: instant(),
  /** In person, nobody is admitted in advance: the person comes to `place`. */
  isInPerson: z.boolean(),
  place: z.string(),
  /** The room's opening on the hour's day. */
  opensAt: instant(),
  /** The person is admitted to the webinar. Else one call admits them, unless it is in person. */
  isAdmitted: z.boolean(),
  /** null unless admitted. */
  joinUrl: z.nullable(z.string()),
})
export type MakeUp = z.output<typeof MakeUp>

/** Another slot of the event, for a registration's person. */
export interface MakeUpSlot extends MakeUpFacts {
  eventSlotId: number
  time: SlotTime
  place: string
  agenda: readonly CourseHour[]
  figures: Figures
  /** null unless admitted. */
  joinUrl: string | null
}

/**
 * Returns when other slots teach a course hour again, the next one first: while it can be earned, or until
 * its end for an admitted person. Skips closed slots, and full in-person ones.
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

/** Says if hours that are made up count by themselves. Those of a person with manual hours don't. */
export function makeUpCounts(isDecided: boolean): string {
  return isDecided
    ? 'An administrator set your hours, and decides about your hours there, too.'
    : 'Your hours there count once we have its report.'
}

/** One other slot's hours. */
export interface MakeUpOffer<Hour> {
  slot: MakeUp
  /** In order. */
  hours: { hour: Hour; makeUp: MakeUp }[]
}

/** Returns missing hours by slot, the next one first. */
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
