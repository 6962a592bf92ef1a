import type { PlainDate } from '#contract/core/plain-dates.ts'
import { seasonLabel, seasonOfDay, seasonOfEvent } from '#contract/core/season.ts'
import { isSlotDay } from '#contract/events/slots/rules.ts'
import type { SlotValues } from '#web/events/slots/slot-values.ts'
import { keptSlots } from '#web/events/slots/slot-values.ts'
import type { EventValues, SavedEvent } from './event-values.ts'

/** Returns a note, by key, for each slot outside the renewal year of most slots of its event. */
export function slotSeasonNotes(values: EventValues): Record<string, string> {
  const slots = datedSlots(values)
  return Object.fromEntries(
    slots.flatMap(({ key, startOn }) => {
      const season = seasonOfDay(startOn)
      const others = slots.map((slot) => seasonOfDay(slot.startOn)).filter((other) => other !== season)
      if (others.length === 0 || others.length * 2 < slots.length) return []
      const labels = [...new Set(others)].map(seasonLabel).join(' and ')
      const rest = restOf(slots.length, others.length)
      return [[key, `This slot is in renewal year ${seasonLabel(season)}; ${rest} in ${labels}.`]]
    }),
  )
}

function restOf(slots: number, others: number) {
  if (others < slots - 1) return 'other slots of the event are'
  return others === 1 ? "the event's other slot is" : "the event's other slots are"
}

/** Returns a note if saving moves the event into another renewal year, or adds it outside the season. */
export function eventSeasonNote(
  values: EventValues,
  saved: SavedEvent | undefined,
  season: number,
): string | undefined {
  const to = seasonOfEvent(datedSlots(values))
  const from = saved ? seasonOfEvent(saved.slots) : season
  if (to === undefined || from === undefined || to === from) return undefined
  return saved
    ? `Saving moves this event from ${seasonLabel(from)} to ${seasonLabel(to)}.`
    : `This event is in renewal year ${seasonLabel(to)}; the current one is ${seasonLabel(season)}.`
}

/** Returns the kept slots with a first day. */
function datedSlots(values: EventValues): (SlotValues & { startOn: PlainDate })[] {
  return keptSlots(values).filter((slot): slot is SlotValues & { startOn: PlainDate } =>
    isSlotDay(slot.startOn),
  )
}
