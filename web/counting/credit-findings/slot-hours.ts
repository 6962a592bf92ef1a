import type { RegistrationFinding } from '#contract/counting/credit-findings/calls.ts'
import { numberOfCourse } from '#contract/counting/hours/course-hours.ts'
import { explainHour } from '#contract/counting/hours/explain.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'

/** A person's hours at one time slot, in sentences. */
export interface SlotHours {
  eventSlotId: number
  name: string
  lines: string[]
}

/** Returns a person's hours at each of several time slots, with where they count; empty for a single slot. */
export function hoursBySlot({ finding, slots }: Pick<RegistrationFinding, 'finding' | 'slots'>): SlotHours[] {
  if (slots.length < 2) return []
  const counting = new Map(
    finding.agenda.flatMap(({ course, counts, eventSlotId }) =>
      counts ? [[course, eventSlotId] as const] : [],
    ),
  )
  return slots.map(({ eventSlotId, slot, isRegistered }) => ({
    eventSlotId,
    name: `${shownTimeslot(slot)}${isRegistered ? ', registered' : ''}`,
    lines: finding.agenda
      .filter((hour) => hour.eventSlotId === eventSlotId)
      .map((hour) => {
        const number = hour.course === undefined ? 1 : numberOfCourse(hour.course)
        return `${explainHour(hour, number)}${placeWords(counting.get(hour.course), eventSlotId)}`
      }),
  }))
}

function placeWords(countsAt: number | undefined, eventSlotId: number) {
  if (countsAt === undefined) return ''
  return countsAt === eventSlotId ? ' Counts here.' : ' This hour counts at another time slot.'
}
