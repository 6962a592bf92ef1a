import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#contract/core/numbers.ts'
import { casesOf } from '#test/arbitrary-slots.ts'
import { daysByHand } from './by-hand.ts'

const days = ['2027-03-30', '2027-03-31', '2027-04-01'] as const

/** Taught days, and a person's earned hours, in any order. */
const holds = casesOf(
  fc
    .record({
      hours: fc.nat({ max: 12 }),
      ofDays: fc.array(
        fc.record({
          taught: fc.integer({ min: 1, max: 4 }),
          earned: fc.nat({ max: 4 }),
          isPresent: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      isReversed: fc.boolean(),
    })
    .map(({ hours, ofDays, isReversed }) => {
      const all = ofDays.map((day, place) => ({ ...day, on: days[place] ?? days[0] }))
      const listed = isReversed ? all.toReversed() : all
      return {
        hours,
        earned: listed
          .map(({ on, earned, taught }) => ({ on, hours: Math.min(earned, taught) }))
          .filter((day) => day.hours > 0),
        presentOn: listed.flatMap(({ on, isPresent, earned }) => (isPresent || earned > 0 ? on : [])),
        taught: listed.map(({ on, taught }) => ({ on, hours: taught })),
      }
    }),
)

const hoursOn = (list: readonly { on: string; hours: number }[], on: string) =>
  sum(list.map((day) => (day.on === on ? day.hours : 0)))
const allOf = (list: readonly { hours: number }[]) => sum(list.map(({ hours }) => hours))

test('the days of hours by hand sum to the hours, in order', () => {
  holds(({ hours, ...facts }) => {
    const byDay = daysByHand(hours, factsOf(facts))
    expect(allOf(byDay)).toBe(hours)
    expect(byDay.map(({ on }) => on)).toEqual(byDay.map(({ on }) => on).sort())
  })
})

test('fewer hours than earned lie on earned days, and more keep what was earned', () => {
  holds(({ hours, ...facts }) => {
    const byDay = daysByHand(hours, factsOf(facts))
    for (const { on } of facts.taught) {
      const [given, earned] = [hoursOn(byDay, on), hoursOn(facts.earned, on)]
      if (hours <= allOf(facts.earned)) expect(given).toBeLessThanOrEqual(earned)
      else expect(given).toBeGreaterThanOrEqual(earned)
    }
  })
})

test('no day has more hours than it taught, as long as the event taught enough', () => {
  holds(({ hours, ...facts }) => {
    if (hours > allOf(facts.taught)) return
    const byDay = daysByHand(hours, factsOf(facts))
    for (const { on, hours } of byDay) expect(hours).toBeLessThanOrEqual(hoursOn(facts.taught, on))
  })
})

test('a day without any presence gets hours only if the others are full', () => {
  holds(({ hours, ...facts }) => {
    const byDay = daysByHand(hours, factsOf(facts))
    const isThere = (on: string) => facts.presentOn.some((day) => day === on)
    if (byDay.every(({ on }) => isThere(on))) return
    for (const { on, hours } of facts.taught)
      if (isThere(on)) expect(hoursOn(byDay, on)).toBeGreaterThanOrEqual(hours)
  })
})

function factsOf(facts: Pick<Parameters<typeof daysByHand>[1], 'earned' | 'presentOn' | 'taught'>) {
  return { ...facts, courseHours: allOf(facts.taught), isOver: () => true }
}
