import { beforeAll, expect, test } from 'vitest'
import { countOtherYears } from '#contract/registrations/registration-lists/calls.ts'
import type { Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let ada: Person
let other: Person
let canceled: number

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  const by = administrator
  const [now, turbine, last, before] = [
    await givenEvent(app),
    await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2026', focusId: 3, year: 2026 }),
    await givenEvent(app, { eventName: 'Piston IA Renewal Series 2026', year: 2026 }),
    await givenEvent(app, { eventName: 'Piston IA Renewal Series 2025', year: 2025 }),
  ]
  ada = await givenPersonUnmailed(app)
  for (const event of [now, turbine, last]) await givenRegistration(app, ada, event, { by })
  canceled = await givenRegistration(app, ada, before, { by })
  other = await givenPersonUnmailed(app)
  await givenRegistration(app, other, before, { by })
})

async function find(person: 'ada' | 'other' | undefined, year: number, focusId?: number) {
  const search = person ? { ada, other }[person].email : 'unknown@example.com'
  const query = { search, year, ...(focusId && { focusId }) }
  return await app.dataOf(countOtherYears, { query }, administrator)
}

test.each<[what: string, args: Parameters<typeof find>, years: [number, number][]]>([
  [
    'counts each other year, the newest first',
    ['ada', 2027],
    [
      [2026, 2],
      [2025, 1],
    ],
  ],
  [
    'leaves out the year it is made in',
    ['ada', 2026],
    [
      [2027, 1],
      [2025, 1],
    ],
  ],
  ['keeps the other filters', ['ada', 2027, 3], [[2026, 1]]],
  ['finds nothing for other people', ['other', 2025], []],
  ['finds nothing for an unknown name', [undefined, 2027], []],
])('a search %s', async (_what, args, years) => {
  expect(await find(...args)).toEqual({
    years: years.map(([year, registrations]) => ({ year, registrations })),
  })
})

test('a count is right after a registration is canceled', async () => {
  expect((await find('ada', 2027)).years).toHaveLength(2)
  await app.update('registrations', { cancelledAt: new Date() }, { registrationId: canceled })
  expect((await find('ada', 2027)).years).toEqual([{ year: 2026, registrations: 2 }])
})
