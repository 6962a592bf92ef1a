import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { HabitName, RehearsalDay, Scene, Stay, TwoDays } from './habits.ts'
import { habitOf, habits, makeUpStay } from './habits.ts'

const minute = 60_000

/** The domain of everyone in a rehearsal. It is reserved (RFC 2606), so no mail can arrive there. */
export const rehearsalDomain = 'rehearsal.invalid'

export interface RehearsalPerson {
  firstName: string
  lastName: string
  email: string
  habit: HabitName
  expectedHours: number
  /** The times in a room, which is the room of the slot taught then. */
  stays: Stay[]
  answers: Answer[]
}

/** A poll, answered in the webinar or by the code on a slide. */
export interface Poll {
  /** Its code's name: a slot's codes need different ones. */
  label: string
  /** Different for each poll. */
  opensAt: number
  /** The start of its hour. */
  hour: number
}

interface Answer extends Poll {
  answeredAt: number
  /** Entered as a code. Otherwise answered in the webinar. */
  isByCode: boolean
}

/** Returns the poll of each hour of a day. */
export function pollsOf({ place, hours }: RehearsalDay, { teachingMinutes }: Figures): Poll[] {
  return hours.map((hour, index) => ({
    label: `Day ${place + 1}, hour ${index + 1}`,
    opensAt: hour + ((teachingMinutes * 3) / 5) * minute,
    hour,
  }))
}

/** Returns the people. The same seed gives the same ones. Seeds vary minutes and seconds, but no hours of credit. */
export function rehearsalCast(
  { figures, held: { days }, other }: { figures: Figures; held: { days: TwoDays }; other: { days: TwoDays } },
  { people, seed }: { people: number; seed: number },
): RehearsalPerson[] {
  const random = randomOf(seed)
  const scene: Scene = { figures, upTo: (most) => Math.floor(random() * (most + 1)) }
  const [makeUpDay] = other.days
  const lastOfFirst = days[0].hours.at(-1)
  return habitsOf(people).map((name, place) => {
    const habit = habitOf(name)
    const stays = days.flatMap((day) => habit.stays(day, scene))
    if (habit.makesUp) stays.push(makeUpStay(makeUpDay, scene))
    // A group's others have no page of the webinar, and the other slot has no poll report.
    const isByCode = place % 2 === 0 || habit.sharesComputer === true || habit.makesUp === true
    const answers = [...days, ...(habit.makesUp ? [makeUpDay] : [])]
      .flatMap((day) => pollsOf(day, figures))
      .map((poll) => ({ ...poll, answeredAt: poll.opensAt + scene.upTo(60) * 1000, isByCode }))
      .filter(({ answeredAt, hour }) => {
        const isThere = stays.some(([from, to]) => from <= answeredAt && answeredAt <= to)
        return (isThere || habit.sharesComputer) && !(habit.missesPoll && hour === lastOfFirst)
      })
    const number = String(place + 1).padStart(4, '0')
    return {
      firstName: firstNames[place % firstNames.length] ?? '',
      lastName: `Rehearsal ${number}`,
      email: `person-${number}@${rehearsalDomain}`,
      habit: name,
      expectedHours: days.reduce((sum, day) => sum + day.hours.length - habit.lost(day), 0),
      stays,
      answers,
    }
  })
}

/** Returns a habit per person, in the shares of 300 people. Each habit has at least one. */
function habitsOf(people: number): HabitName[] {
  const names = Object.keys(habits) as HabitName[]
  const others = names.slice(1).flatMap((name) => {
    const count = Math.max(1, Math.round((habitOf(name).people * people) / 300))
    return Array.from({ length: count }, () => name)
  })
  const [usual] = names as [HabitName]
  return [...Array.from({ length: Math.max(1, people - others.length) }, () => usual), ...others]
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
