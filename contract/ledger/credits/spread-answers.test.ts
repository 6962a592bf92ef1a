import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#contract/core/numbers.ts'
import { casesOf } from '#test/arbitrary-slots.ts'
import { spreadAnswers } from './spread-answers.ts'

const hour = (course: string, value = 60) => ({ course, value })
type Hour = ReturnType<typeof hour>

test('of equal choices, the earlier hours and the first slots are taken', () => {
  const [first, second] = ['A', 'B'].map(() => ['1.1', '1.2', '1.3'].map((course) => hour(course))) as [
    Hour[],
    Hour[],
  ]
  expect([...spreadAnswers([{ hours: first, enough: 2 }], new Map())]).toEqual(first.slice(0, 2))
  const both = spreadAnswers(
    [
      { hours: first, enough: 1 },
      { hours: second, enough: 1 },
    ],
    new Map(),
  )
  expect([first[0], second[1]].every((each) => each && both.has(each))).toBe(true)
})

test('hours that are earned anyway need no answer', () => {
  const hours = [hour('1.1'), hour('1.2')]
  expect([...spreadAnswers([{ hours, enough: 1 }], new Map([['1.1', 60]]))]).toEqual([hours[1]])
  // An answer is worth it if the hour gives more here.
  expect([
    ...spreadAnswers(
      [{ hours, enough: 1 }],
      new Map([
        ['1.1', 30],
        ['1.2', 60],
      ]),
    ),
  ]).toEqual([hours[0]])
})

const days = fc.array(
  fc.record({
    hours: fc.uniqueArray(
      fc.record({ course: fc.constantFrom('1', '2', '3', '4'), value: fc.constantFrom(30, 45, 60) }),
      {
        selector: ({ course }) => course,
      },
    ),
    enough: fc.nat({ max: 3 }),
  }),
  { minLength: 1, maxLength: 3 },
)
const holds = casesOf(
  fc.record({
    days,
    earned: fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.constantFrom(30, 60)), {
      maxLength: 2,
    }),
  }),
)

test('no other choice gives more', () => {
  holds(({ days, earned }) => {
    const sure = new Map(earned)
    const chosen = spreadAnswers(days, sure)
    for (const { hours, enough } of days) {
      expect(hours.filter((each) => chosen.has(each)).length).toBeLessThanOrEqual(enough)
    }
    expect(worth(sure, [...chosen])).toBe(most(days, sure))
  })
})

function worth(earned: ReadonlyMap<string, number>, hours: readonly Hour[]): number {
  const values = new Map(earned)
  for (const { course, value } of hours) values.set(course, Math.max(value, values.get(course) ?? 0))
  return sum([...values.values()])
}

/** Tries every choice. */
function most(
  [day, ...others]: readonly { hours: readonly Hour[]; enough: number }[],
  earned: ReadonlyMap<string, number>,
  taken: readonly Hour[] = [],
): number {
  if (!day) return worth(earned, taken)
  const choices = Array.from({ length: 2 ** day.hours.length }, (_, choice) =>
    day.hours.filter((_, place) => (choice >> place) % 2 === 1),
  )
  return Math.max(
    ...choices
      .filter((some) => some.length <= day.enough)
      .map((some) => most(others, earned, [...taken, ...some])),
  )
}
