import type { Figures } from '#contract/events/credit-rules/figures.ts'

const minute = 60_000
const second = 1000

/** A day of a rehearsed slot, in milliseconds: its start, its end, and each hour's start. */
export interface RehearsalDay {
  /** 0 or 1. */
  place: number
  startAt: number
  endAt: number
  hours: readonly number[]
}

/** Both days of a slot. */
export type TwoDays = readonly [first: RehearsalDay, second: RehearsalDay]

/** The time that a person's page of a room is open. */
export type Stay = readonly [from: number, to: number]

/** The facts for a habit. */
export interface Scene {
  figures: Figures
  /** Returns a whole number from 0 to `most`. */
  upTo(most: number): number
}

interface Habit {
  /** The number of people, of 300, who have it. */
  people: number
  /** The hours of a day that the rule's design loses. Written by hand; nothing calculates them. */
  lost(day: RehearsalDay): number
  stays(day: RehearsalDay, scene: Scene): Stay[]
  /** Answers no poll of the last hour of day 1, where polls with the same words were asked before. */
  missesPoll?: true
  /** Cancels the registration before the event. */
  cancels?: true
  /** Sits at another person's computer. */
  sharesComputer?: true
  /** Registers while the slot is being held. */
  registersLate?: true
  /** Makes up the last hour of day 1 in the other slot. */
  makesUp?: true
}

const none = () => 0
const onFirst = (day: RehearsalDay) => (day.place === 0 ? 1 : 0)
const all = ({ hours }: RehearsalDay) => hours.length

/** All habits. An hour needs its minutes of presence and its poll (`hours-2`); a short gap is presence. */
export const habits = {
  'There all the time': { people: 139, lost: none, stays: there },
  'A little late': {
    people: 20,
    lost: none,
    stays: (day, scene) =>
      there(day, scene, { from: day.startAt + (spareOf(scene) - 1) * minute - scene.upTo(9) * second }),
  },
  'Late on day 1': {
    people: 20,
    lost: onFirst,
    stays: (day, scene) =>
      there(day, scene, onlyOn(day.place === 0, { from: day.startAt + later(scene, 3, 8) })),
  },
  'Two devices': {
    people: 12,
    lost: none,
    // One page is closed in the middle; the other one was opened before.
    stays: (day, scene) => {
      const middle = (day.startAt + day.endAt) / 2
      return [...there(day, scene, { to: middle }), ...there(day, scene, { from: middle - 11 * minute })]
    },
  },
  'Connection flaps': {
    people: 12,
    lost: none,
    stays: (day, scene) => there(day, scene, { away: gapsIn(hourOf(day, 2), 2, restartMs) }),
  },
  'Connection lost for too long': {
    people: 12,
    lost: onFirst,
    stays(day, scene) {
      const gap = (scene.figures.forgivenGapSeconds + 60) * second
      return there(day, scene, onlyOn(day.place === 0, { away: gapsIn(hourOf(day, 2), 3, gap) }))
    },
  },
  'Slow to come back after the restart': {
    people: 12,
    lost: onFirst,
    stays: (day, scene) =>
      there(
        day,
        scene,
        onlyOn(day.place === 0, { away: [[restartOf(day), restartOf(day) + later(scene, 4, 2)]] }),
      ),
  },
  'Left early on the last day': {
    people: 12,
    lost: (day) => (day.place === 1 ? 1 : 0),
    stays: (day, scene) =>
      there(
        day,
        scene,
        onlyOn(day.place === 1, {
          to: hourOf(day, -1) + scene.figures.teachingMinutes * minute - later(scene, 5, 5),
        }),
      ),
  },
  'On day 1 only': {
    people: 10,
    lost: (day) => (day.place === 0 ? 0 : day.hours.length),
    stays: (day, scene) => (day.place === 0 ? there(day, scene) : []),
  },
  Absent: { people: 15, lost: all, stays: () => [] },
  'Answers no poll of one hour': { people: 10, lost: onFirst, stays: there, missesPoll: true },
  // A seat is one person, however many people open its link. The one who left it to a friend is present all
  // the time.
  'Forwarded the link at the break': {
    people: 4,
    lost: none,
    stays: (day, scene) => {
      const handed = hourOf(day, 1) - 5 * minute
      return [...there(day, scene, { to: handed }), ...there(day, scene, { from: handed + 30 * second })]
    },
  },
  'Used the link of somebody else': { people: 4, lost: all, stays: () => [] },
  'Group: whose computer it is': { people: 2, lost: none, stays: there },
  // The room sees one of them. They enter the codes on their own phones, and an administrator adds them by their signed sheet.
  'Group: the others': { people: 4, lost: none, stays: () => [], sharesComputer: true },
  'Registered after the start': {
    people: 4,
    lost: onFirst,
    stays: (day, scene) =>
      there(
        day,
        scene,
        onlyOn(day.place === 0, { from: day.startAt + 21 * minute + scene.upTo(59) * second }),
      ),
    registersLate: true,
  },
  'Made up an hour in another slot': {
    people: 4,
    lost: none,
    stays: (day, scene) => there(day, scene, onlyOn(day.place === 0, { to: hourOf(day, -1) - 5 * minute })),
    makesUp: true,
  },
  'Canceled before the event': { people: 4, lost: all, stays: () => [], cancels: true },
} as const satisfies Record<string, Habit>
export type HabitName = keyof typeof habits

/** Looks up a habit. */
export function habitOf(name: HabitName): Habit {
  return habits[name]
}

interface There {
  from?: number
  to?: number
  away?: Stay[]
}

/** Is present from before the start to the end of a day, except for the short restart. */
function there(day: RehearsalDay, { upTo }: Scene, { from, to, away = [] }: There = {}): Stay[] {
  const come = from ?? day.startAt - (20 + upTo(270)) * second
  // The room closes at the end.
  const go = to ?? day.endAt - second
  const restart = restartOf(day)
  const gaps = [...away, ...(day.place === 0 ? [[restart, restart + restartMs] as const] : [])]
  const stays: Stay[] = []
  let here = come
  for (const [left, back] of gaps.toSorted((a, b) => a[0] - b[0])) {
    if (back <= here || left >= go) continue
    if (left > here) stays.push([here, left])
    here = Math.max(here, back)
  }
  return here < go ? [...stays, [here, go]] : stays
}

/** Returns when a person attends the other slot's day to make up the last hour of day 1. */
export function makeUpStay(day: RehearsalDay, { figures, upTo }: Scene): Stay {
  const begin = hourOf(day, -1)
  return [begin - (20 + upTo(270)) * second, begin + figures.teachingMinutes * minute - second]
}

/** The restart takes a little longer than a room needs to see that a person left. The rule forgives it. */
export const restartMs = 100 * second

/** The webinar restarts 80 minutes after the start of a day: at 9:20 if it begins at 8:00. */
export function restartOf(day: RehearsalDay): number {
  return hourOf(day, 1) + 20 * minute
}

/** Returns when an hour of a day begins; -1 is the last one. */
function hourOf({ hours }: RehearsalDay, place: number): number {
  return hours.at(place) as number
}

/** The minutes of an hour that a person may miss. */
function spareOf({ figures }: Scene): number {
  return figures.teachingMinutes - figures.neededMinutes
}

/** A time longer than what may be missed, by `least` minutes and a few more. */
function later(scene: Scene, least: number, more: number): number {
  return (spareOf(scene) + least) * minute + scene.upTo(more * 60) * second
}

/** Returns gaps from an hour's fifth minute on, with three minutes between them. */
function gapsIn(begin: number, count: number, lengthMs: number): Stay[] {
  return Array.from({ length: count }, (_, place) => {
    const from = begin + 5 * minute + place * (lengthMs + 3 * minute)
    return [from, from + lengthMs] as const
  })
}

function onlyOn(isThen: boolean, given: There): There {
  return isThen ? given : {}
}
