import type { DoorList, DoorPerson, DoorSlot } from '#contract/attendance/check-ins/calls.ts'
import { isExpected } from '#contract/attendance/check-ins/days.ts'
import { doorRefusal } from '#contract/attendance/check-ins/rules.ts'
import type { CheckIn, Visit } from '#contract/attendance/check-ins/visits.ts'
import { visitsOf, whereabouts } from '#contract/attendance/check-ins/visits.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'
import { walkInId } from './kept-check-ins.ts'

/** Returns a person's visits by the list and by the check-ins that the portal does not have yet. */
export function visitsNow(
  { registrationId, visits }: Pick<DoorPerson, 'registrationId' | 'visits'>,
  waiting: readonly KeptCheckIn[],
): Visit[] {
  const own = waiting.flatMap((kept) =>
    kept.act !== 'walk-in' && kept.registrationId === registrationId ? kept : [],
  )
  if (own.length === 0) return visits
  // The list names no check-ins, so an undone one is found by its time.
  const undone = own.flatMap((kept) => (kept.act === 'undo' ? (kept.undoneAt?.getTime() ?? []) : []))
  const known = visits
    .flatMap(({ inAt, outAt }): CheckIn[] => [
      ...(inAt ? [{ checkInId: 'in', act: 'in' as const, at: inAt }] : []),
      ...(outAt ? [{ checkInId: 'out', act: 'out' as const, at: outAt }] : []),
    ])
    .filter(({ at }) => !undone.includes(at.getTime()))
  return visitsOf([...known, ...own])
}

export interface Decision {
  person?: DoorPerson
  slot?: DoorSlot
  refusal?: RefusalCode
  visits: Visit[]
}

/** Finds a person on the list. Returns their visits, and why they are not let in, by the portal's own rules. */
export function decide(
  { list, day, waiting }: { list: DoorList; day: PlainDate; waiting: readonly KeptCheckIn[] },
  { registrationId, ticketNumber }: { registrationId: number; ticketNumber?: number | undefined },
): Decision {
  const person = list.people.find((each) => each.registrationId === registrationId)
  const slot = list.slots.find(({ eventSlotId }) => eventSlotId === person?.eventSlotId)
  if (!person || !slot) return { refusal: 'REGISTRATION_NOT_FOUND', visits: [] }
  const refusal = doorRefusal({
    isOfDay: isOfDay(slot, day),
    isCanceled: person.isCanceled,
    ticketNumber,
    validNumber: person.ticketNumber,
  })
  return { person, slot, ...(refusal && { refusal }), visits: visitsNow(person, waiting) }
}

/**
 * Returns the list with the walk-ins that it does not have yet. Offline, they leave by the same door. One that the portal has stored is
 * found by its time, because its answer may come after the list.
 */
export function withWalkIns(list: DoorList, waiting: readonly KeptCheckIn[]): DoorList {
  const undone = new Set(waiting.flatMap((kept) => (kept.act === 'undo' ? kept.undoneId : [])))
  const isListed = (at: Date) =>
    list.people.some(
      ({ isWalkIn, visits }) => isWalkIn && visits.some(({ inAt }) => inAt?.getTime() === at.getTime()),
    )
  const walkIns = waiting.flatMap((kept): DoorPerson[] =>
    kept.act !== 'walk-in' || undone.has(kept.checkInId) || isListed(kept.at)
      ? []
      : [
          {
            registrationId: walkInId(kept),
            eventSlotId: kept.eventSlotId,
            name: `${kept.firstName} ${kept.lastName}`,
            companyName: '',
            phoneEnding: '',
            emailHash: '',
            isCanceled: false,
            isWalkIn: true,
            ticketNumber: 0,
            visits: [{ inAt: kept.at, outAt: null }],
          },
        ],
  )
  return { ...list, people: [...list.people, ...walkIns] }
}

/**
 * Returns how many are expected on the day, how many are in the room, and how many have left it. People with a canceled registration and
 * walk-ins are not expected, but some came.
 */
export function countPeople(list: DoorList, day: PlainDate, waiting: readonly KeptCheckIn[]) {
  const today = new Set(slotsOf(list, day).map(({ eventSlotId }) => eventSlotId))
  const people = list.people.filter(({ eventSlotId }) => today.has(eventSlotId))
  const places = people.map((person) => whereabouts(visitsNow(person, waiting)))
  return {
    expected: people.filter(isExpected).length,
    in: places.filter((place) => place === 'in').length,
    out: places.filter((place) => place === 'out').length,
  }
}

export function slotsOf({ slots }: DoorList, day: PlainDate): DoorSlot[] {
  return slots.filter((slot) => isOfDay(slot, day))
}

/**
 * Returns the event's slot at this time of the day: the first that is not over. undefined if it is the
 * person's own, or while that one runs.
 */
export function otherSlotNow(
  list: DoorList,
  own: DoorSlot,
  day: PlainDate,
  time: PlainTime,
): DoorSlot | undefined {
  const [next] = slotsOf(list, day)
    .filter(({ eventId, endTime }) => eventId === own.eventId && time < endTime)
    .sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
  const isRunning = own.startTime <= time && time < own.endTime
  return next && next.eventSlotId !== own.eventSlotId && !isRunning ? next : undefined
}

function isOfDay({ startOn, endOn }: DoorSlot, day: PlainDate) {
  return startOn <= day && day <= endOn
}

type Sought = Pick<DoorPerson, 'name' | 'companyName' | 'phoneEnding' | 'emailHash'> & {
  /** The check-in code; people on a waitlist have none. */
  registrationId?: number
}

/** Returns the people whom every typed word describes (name, company, last four digits, check-in code), or whose email has this hash. */
export function findPeople<Person extends Sought>(
  people: readonly Person[],
  typed: string,
  hash?: string,
): Person[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return people.filter(({ name, companyName, phoneEnding, registrationId, emailHash }) => {
    const text = `${name} ${companyName}`.toLowerCase()
    const numbers = [phoneEnding, String(registrationId)]
    return emailHash === hash || words.every((word) => text.includes(word) || numbers.includes(word))
  })
}
