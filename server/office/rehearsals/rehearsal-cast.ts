import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { beginOf, hoursOf } from '#contract/events/slots/agendas.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { rehearsalDomain } from '#contract/office/rehearsals/calls.ts'
import type { HabitName, RehearsalDay, Scene, Stay } from './rehearsal-habits.ts'
import { habitOf, habits, makeUpStay } from './rehearsal-habits.ts'

const minute = 60_000

export interface RehearsalPerson {
  firstName: string
  lastName: string
  email: string
  habit: HabitName
  expectedHours: number
  stays: Stay[]
  answers: RehearsalAnswer[]
  /** The times in the other slot's room, and the answers there. Absent: none. */
  makeUp?: { stays: Stay[]; answers: RehearsalAnswer[] }
}

interface RehearsalAnswer extends RehearsalPoll {
  answeredAt: number
  /** Entered as a code. Otherwise answered in the webinar. */
  isByCode: boolean
}

/** Returns the days of a slot with their planned hours. */
export function rehearsalDays(slot: PlannedTime, figures: Figures): RehearsalDay[] {
  const [agenda, days] = [hoursOf(slot, figures), slotDays(slot)]
  return days.map(({ on, startAt, endAt }, place) => ({
    place,
    isLast: place === days.length - 1,
    startAt: startAt.getTime(),
    endAt: endAt.getTime(),
    hours: agenda.filter((hour) => hour.on === on).map((hour) => beginOf(hour).getTime()),
  }))
}

/** Returns the people. The same seed gives the same ones. Seeds vary minutes and seconds, but no hours of credit. */
export function rehearsalCast(
  days: readonly RehearsalDay[],
  figures: Figures,
  { people, seed, makeUpDay }: { people: number; seed: number; makeUpDay?: RehearsalDay | undefined },
): RehearsalPerson[] {
  const random = randomOf(seed)
  const scene: Scene = {
    days,
    figures,
    makeUpDay,
    spareMinutes: figures.teachingMinutes - neededOf(figures),
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
      firstName: firstNames[place % firstNames.length] ?? '',
      lastName: `Rehearsal ${number}`,
      habit,
      email: `person-${number}@${rehearsalDomain}`,
      expectedHours: Math.min(counted, figures.mostHours),
      stays: days.flatMap((day) => stays(day, scene)),
    }
    const { sharesComputer, makesUp } = habitOf(habit)
    // A group's others have no page of the webinar. The old rule cannot tell polls with the same words apart.
    const isByCode = place % 2 === 0 || sharesComputer === true || figures.code === 'hours-1'
    const given = { ...person, answers: answersOf(person, days, { scene, isByCode }) }
    const [missed] = days
    if (!makesUp || !makeUpDay || !missed) return given
    const stay = makeUpStay(missed, makeUpDay, scene)
    const answers = answersOf({ habit, stays: [stay] }, [makeUpDay], { scene, isByCode: true })
    return { ...given, makeUp: { stays: [stay], answers } }
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

/** A poll, which people answer in the webinar or by the code on a slide. */
export interface RehearsalPoll {
  /** The name of its code: a slot's codes need different ones. */
  label: string
  /** The webinar asks with the same words in every hour. */
  words: string
  /** Different for each poll. */
  opensAt: number
  /** The day and the hour of that day, from 0. */
  day: number
  hour: number
}

/** The minutes of a code. */
export const pollMinutes = 2

/** Returns as many polls in each hour as it needs. */
export function rehearsalPolls(
  days: readonly RehearsalDay[],
  { polls, teachingMinutes }: Figures,
): RehearsalPoll[] {
  const count = polls.per === 'none' ? 0 : Math.max(polls.needed, 1)
  return days.flatMap(({ place: day, hours }) =>
    hours.flatMap((begin, hour) =>
      Array.from({ length: count }, (_, place) => ({
        label: `Day ${day + 1}, hour ${hour + 1}, poll ${place + 1}`,
        words: `Are you still with us?${place === 0 ? '' : ` (${place + 1})`}`,
        opensAt: begin + ((teachingMinutes * 3) / 5 + place * pollMinutes) * minute,
        day,
        hour,
      })),
    ),
  )
}

/** Answers each poll that is asked while the person is there. */
function answersOf(
  { habit, stays }: Pick<RehearsalPerson, 'habit' | 'stays'>,
  days: readonly RehearsalDay[],
  { scene: { figures, upTo }, isByCode }: { scene: Scene; isByCode: boolean },
): RehearsalAnswer[] {
  const { missesPoll, sharesComputer } = habitOf(habit)
  return rehearsalPolls(days, figures).flatMap((poll) => {
    const { opensAt, day, hour } = poll
    const answeredAt = opensAt + upTo(60) * 1000
    const isThere = sharesComputer || stays.some(([from, to]) => from <= answeredAt && answeredAt <= to)
    const isMissed = missesPoll && day === 0 && hour === (days[0]?.hours.length ?? 0) - 1
    return isThere && !isMissed ? [{ ...poll, answeredAt, isByCode }] : []
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
