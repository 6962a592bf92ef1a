import { isInPerson } from '#contract/events/events/facts.ts'
import { shownBreaks } from '#contract/events/slots/breaks.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { counted } from '#web/core/texts/counts.ts'
import type { SavedSlot } from '#web/events/slots/slot-values.ts'
import { breaksOf, timeOf } from '#web/events/slots/slot-values.ts'
import type { EventValues, SavedEvent } from './event-values.ts'
import { valuesOf } from './event-values.ts'

/** Returns what saving means for registered people, a sentence per change. */
export function consequencesOf(values: EventValues, saved: SavedEvent | undefined): string[] {
  if (!saved) return []
  const slots = saved.slots.filter(({ registrations }) => registrations > 0)
  return [...slots.flatMap((slot) => ofSlot(values, slot)), ...ofEvent(values, saved, slots)]
}

function ofSlot(values: EventValues, saved: SavedSlot) {
  const slot = values.slots.find(({ eventSlotId }) => eventSlotId === saved.eventSlotId)
  if (!slot || slot.isRemoved) return []
  const time = timeOf(slot)
  const who = `${people(saved.registrations)} registered for ${shownTimeslot(saved)}`
  if (time && shownTimeslot(time) !== shownTimeslot(saved)) {
    return [
      `${who}: they get an email with the new time and a new calendar entry, about a minute after you save.`,
      ...(saved.capacity === null
        ? []
        : [`People on the waitlist for ${shownTimeslot(saved)} get an email with the new time, too.`]),
    ]
  }
  return [
    ...(slot.focusId === saved.focusId
      ? []
      : [`${who}: they see the new event type, but get no email about it.`]),
    ...(shownBreaks({ breaks: breaksOf(slot, null) }) === shownBreaks(saved)
      ? []
      : [`${who}: they see the new breaks, but get no email about them.`]),
  ]
}

function ofEvent(values: EventValues, saved: SavedEvent, slots: SavedSlot[]) {
  const before = valuesOf(saved)
  const count = (some: SavedSlot[]) => some.reduce((sum, slot) => sum + slot.registrations, 0)
  const registered = count(slots)
  const willBe = (slot: SavedSlot) => isInPerson({ ...slot, isInPerson: values.isInPerson })
  const other = count(slots.filter((slot) => isInPerson({ ...saved, ...slot }) !== willBe(slot)))
  const inPerson = other > 0 ? 0 : count(slots.filter(willBe))
  return [
    ...(other > 0
      ? [`${people(other)} registered: they get an email with the new place, about a minute after you save.`]
      : []),
    ...(inPerson > 0 && values.venue !== before.venue
      ? [`${people(inPerson)} registered in person: they get an email with the new venue.`]
      : []),
    ...(registered > 0 && values.isEnabled !== before.isEnabled
      ? [
          values.isEnabled
            ? 'People can register again.'
            : `Registration and cancellation close. ${people(registered)} registered and keep their places.`,
        ]
      : []),
  ]
}

/** Returns '214 people are'. */
function people(count: number) {
  return counted(count, 'person is', 'people are')
}
