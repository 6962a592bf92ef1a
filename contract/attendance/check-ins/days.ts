import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { listFile, listFormat } from '#contract/core/list-files.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { givenDate, wireDate } from '#contract/core/plain-dates.ts'
import { easternClock, easternInstant } from '#contract/core/season.ts'
import { idNames, instant, onWire } from '#contract/core/wire.ts'
import { Visit as WireVisit } from './calls.ts'
import type { Visit } from './visits.ts'
import { whereabouts } from './visits.ts'

const day = givenDate('Has to be a day, as DD/MM/YYYY')

/** A person who is expected at an in-person slot on a day, or came. */
const DayPerson = onWire(
  { ...idNames, lateCheckIns: 'lateScans' },
  {
    registrationId: z.int(),
    eventSlotId: z.int(),
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    companyName: z.string(),
    eventName: z.string(),
    /** '8:00 AM – 5:00 PM' */
    slot: z.string(),
    /** The end of the slot on this day. */
    endAt: instant(),
    isCanceled: z.boolean(),
    /** Registered at the door. */
    isWalkIn: z.boolean(),
    visits: z.array(WireVisit),
    /** The check-ins that arrived over a minute after the device's time for them, without undone ones. */
    lateCheckIns: z.int(),
  },
)
export type DayPerson = z.output<typeof DayPerson>

export const getDoorDay = endpoint({
  route: 'GET /private/door-day',
  access: 'registrations:read',
  summary:
    'Lists everybody of the in-person slots of a day, with their visits. Canceled ones only if they came. Names the next day with such slots.',
  query: z.object({ day }),
  data: z.object({ people: z.array(DayPerson), nextDay: z.nullable(wireDate) }),
})

export const exportDoorDay = endpoint({
  route: 'GET /private/door-day/csv',
  access: 'exports:read',
  summary:
    'Exports everybody of the in-person slots of a day with their first arrival and last leaving, as CSV or an Excel workbook.',
  query: z.object({ day, ...listFormat }),
  file: listFile,
})

/** Returns true if a person was expected. One who came with a canceled registration was not. */
export function isExpected({ isWalkIn, isCanceled }: Pick<DayPerson, 'isWalkIn' | 'isCanceled'>): boolean {
  return !isWalkIn && !isCanceled
}

/** The place of a person on the day: not there yet, in the room, out of it again, or missing after the end of the slot. */
export type DoorState = 'expected' | 'in' | 'out' | 'no-show'

/** Returns where a person is at an instant. */
export function stateOf({ visits, endAt }: Pick<DayPerson, 'visits' | 'endAt'>, now: Date): DoorState {
  return whereabouts(visits) ?? (endAt <= now ? 'no-show' : 'expected')
}

/** The Eastern hours in which people eat. */
const lunch = { from: '11:00', to: '13:00' } as const

/** Returns how many people eat: those who are in the room at some time of the lunch. A visit without an end goes on. */
export function lunchesOf(people: readonly { visits: readonly Visit[] }[], on: PlainDate): number {
  const [from, to] = [easternInstant(on, lunch.from), easternInstant(on, lunch.to)]
  return people.filter(({ visits }) =>
    visits.some(({ inAt, outAt }) => inAt && inAt < to && (!outAt || outAt > from)),
  ).length
}

/** The arrivals and leavings of an Eastern hour, and how many people were in the room at its end. */
export interface DoorHour {
  /** 0 to 23. */
  hour: number
  arrivals: number
  leavings: number
  inRoom: number
}

/**
 * Returns the hours of a day from its first visit to its last; none without visits. A person whose arrival was not noted leaves, but
 * was never counted in the room.
 */
export function doorHours(people: readonly { visits: readonly Visit[] }[]): DoorHour[] {
  const visits = people.flatMap((person) =>
    person.visits.map(({ inAt, outAt }) => ({ from: inAt && hourOf(inAt), to: outAt && hourOf(outAt) })),
  )
  const hours = visits.flatMap(({ from, to }) => [from, to]).filter((hour) => hour !== null)
  const [first, last] = [Math.min(...hours), Math.max(...hours)]
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const hour = first + place
    const isThere = ({ from, to }: (typeof visits)[number]) =>
      from !== null && from <= hour && (to === null || to > hour)
    return {
      hour,
      arrivals: visits.filter(({ from }) => from === hour).length,
      leavings: visits.filter(({ to }) => to === hour).length,
      inRoom: visits.filter(isThere).length,
    }
  })
}

function hourOf(instant: Date): number {
  return Number(easternClock(instant).slice(11, 13))
}
