import type { Figures } from '#contract/credits/figures.ts'
import { rehearsalDomain } from '#contract/rehearsals/calls.ts'
import { beginOf, hoursOf } from '#contract/slots/agendas.ts'
import type { PlannedTime } from '#contract/slots/breaks.ts'
import { slotDays } from '#contract/slots/times.ts'
import {
  type HabitName,
  habitOf,
  habits,
  type RehearsalDay,
  type Scene,
  type Stay,
} from './rehearsal-habits.ts'

const minute = 60_000

export interface RehearsalPerson {
  firstName: string
  lastName: string
  email: string
  habit: HabitName
  expectedHours: number
  stays: Stay[]
  answers: { question: string; answeredAt: number }[]
}

/** Returns the days of a slot with their planned hours. */
export function rehearsalDays(slot: PlannedTime, figures: Figures): RehearsalDay[] {
  const [agenda, days] = [hoursOf(slot, figures), slotDays(slot)]
  return days.map(({ on, startAt, endAt }, place) => ({
    ...{ place, isLast: place === days.length - 1, startAt: startAt.getTime(), endAt: endAt.getTime() },
    hours: agenda.filter((hour) => hour.on === on).map((hour) => beginOf(hour).getTime()),
  }))
}

/** Returns the people. The same seed gives the same ones. Seeds vary minutes and seconds, but no hours of credit. */
export function rehearsalCast(
  days: readonly RehearsalDay[],
  figures: Figures,
  { people, seed }: { people: number; seed: number },
): RehearsalPerson[] {
  const random = randomOf(seed)
  const scene: Scene = {
    ...{ days, figures, spareMinutes: figures.teachingMinutes - neededOf(figures) },
    upTo: (most) => Math.floor(random() * (most + 1)),
  }
  return namesOf(people).map((habit, place) => {
    const { lost, stays } = habitOf(habit)
    const left = days.map((day) => Math.max(day.hours.length - lost(day, scene), 0))
    const counted = left
      .filter((hours) => hours >= figures.leastHoursADay)
      .reduce((sum, hours) => sum + hours, 0)
    const number = String(place + 1).padStart(4, '0')
    const person = {
      ...{ firstName: firstNames[place % firstNames.length] ?? '', lastName: `Rehearsal ${number}`, habit },
      email: `person-${number}@${rehearsalDomain}`,
      expectedHours: Math.min(counted, figures.mostHours),
      stays: days.flatMap((day) => stays(day, scene)),
    }
    return { ...person, answers: answersOf(person, scene) }
  })
}

/** Returns a habit for each person, in the shares of 300 people. Each habit has somebody. */
function namesOf(people: number): HabitName[] {
  const names = Object.keys(habits) as HabitName[]
  const others = names.slice(1).flatMap((name) => {
    const count = Math.max(1, Math.round((habitOf(name).people * people) / 300))
    return Array.from({ length: count }, () => name)
  })
  const [usual] = names as [HabitName]
  return [...Array.from({ length: Math.max(1, people - others.length) }, () => usual), ...others]
}

/** A question that a code on a slide asks. */
export interface RehearsalPoll {
  question: string
  opensAt: number
  /** The day and the hour of that day, from 0. */
  day: number
  hour: number
}

/** The minutes of a code. */
export const pollMinutes = 2

/** Returns as many questions in each hour as it needs. */
export function rehearsalPolls(
  days: readonly RehearsalDay[],
  { polls, teachingMinutes }: Figures,
): RehearsalPoll[] {
  const count = polls.per === 'none' ? 0 : Math.max(polls.needed, 1)
  return days.flatMap(({ place: day, hours }) =>
    hours.flatMap((begin, hour) =>
      Array.from({ length: count }, (_, place) => ({
        question: `Day ${day + 1}, hour ${hour + 1}, poll ${place + 1}`,
        opensAt: begin + (teachingMinutes * minute * 3) / 5,
        ...{ day, hour },
      })),
    ),
  )
}

/** Answers each poll that is asked while the person is there. */
function answersOf({ habit, stays }: Pick<RehearsalPerson, 'habit' | 'stays'>, scene: Scene) {
  const { days, figures, upTo } = scene
  const { missesPoll, sharesComputer } = habitOf(habit)
  return rehearsalPolls(days, figures).flatMap(({ question, opensAt, day, hour }) => {
    const answeredAt = opensAt + upTo(60) * 1000
    const isThere = sharesComputer || stays.some(([from, to]) => from <= answeredAt && answeredAt <= to)
    const isMissed = missesPoll && day === 0 && hour === 0
    return isThere && !isMissed ? [{ question, answeredAt }] : []
  })
}

function neededOf({ neededShare, neededMinutes, teachingMinutes }: Figures): number {
  return neededShare === undefined ? neededMinutes : Math.ceil(neededShare * teachingMinutes)
}

const firstNames = ['Pat', 'Kim', 'Jo', 'Robin', 'Lee', 'Sam', 'Alex', 'Jill', 'Omar', 'Dana']

/** The generator mulberry32: small, and the same on each machine. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
