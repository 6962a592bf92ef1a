import type { CourseHour } from '#contract/counting/hours/course-hours.ts'
import type { MakeUpSlot } from '#contract/counting/make-ups/offers.ts'
import { isInPerson, placeOf } from '#contract/events/events/facts.ts'
import { endOf } from '#contract/events/slots/agendas.ts'
import { joinLink } from '#contract/webinars/webinars/joins.ts'
import { seatsLeftOf, selectSlots } from '#server/events/slots/queries.ts'
import type { SlotHours } from '#server/events/slots/slot-hours.ts'
import type { Db, Services } from '#server/services.ts'

/** A slot of an event, with its course hours. */
export interface OwnCourse {
  eventId: number
  hours: SlotHours
  agenda: CourseHour[]
}

/** Returns the other slots of a registration's event that teach an hour which is not over. */
export async function findMakeUpSlots(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  registration: { registrationId: number; joinCode: string; eventId: number; eventSlotId: number },
  courses: ReadonlyMap<number, OwnCourse>,
): Promise<MakeUpSlot[]> {
  const { registrationId, eventId, eventSlotId: ownId } = registration
  const now = clock()
  const others = [...courses].filter(
    ([id, course]) =>
      course.eventId === eventId && id !== ownId && course.agenda.some((hour) => now < endOf(hour)),
  )
  if (others.length === 0) return []
  const slots = await selectMakeUpSlots(db)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('makeUps')
          .select('makeUpId')
          .whereRef('makeUps.eventSlotId', '=', 'eventSlots.eventSlotId')
          .where('registrationId', '=', registrationId)
          .where('endedAt', 'is', null),
      ).as('isAdmitted'),
    )
    .where(
      'eventSlots.eventSlotId',
      'in',
      others.map(([id]) => id),
    )
    .execute()
  return slots.map(({ isAdmitted, ...slot }) => {
    const { agenda, hours } = courses.get(slot.eventSlotId) as OwnCourse
    return {
      ...slot,
      time: slot,
      agenda,
      figures: hours.rule.figures,
      isInPerson: isInPerson(slot),
      place: placeOf(slot),
      joinUrl: isAdmitted ? joinLink(config.publicUrl, registration, slot.eventSlotId) : null,
    }
  })
}

/** Selects undeleted slots, with the facts that decide who may make up hours there. */
export function selectMakeUpSlots(db: Db) {
  return selectSlots(db)
    .select(['isEnabled', 'isDraft', 'isOpen', 'isInPerson', 'venue'])
    .select(seatsLeftOf('eventSlots.eventSlotId').as('seatsLeft'))
    .where('eventSlots.deletedAt', 'is', null)
}
