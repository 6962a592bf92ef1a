import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getAllEvents, logoOf } from './calls.ts'

test.each([
  [{}, {}],
  [{ year: '2026' }, { year: 2026 }],
])('the events list accepts %o', (query, parsed) => {
  expect(z.parse(getAllEvents.query as z.ZodMiniType, query)).toEqual(parsed)
})

test.each(['', '26', '0000', '0026', '20260', '2026x', 'All', 2026, ['2026']])(
  'the events list refuses the year %o',
  (year) => {
    expect(z.safeParse(getAllEvents.query as z.ZodMiniType, { year }).error?.issues).toMatchObject([
      { path: ['year'], message: 'A year has four digits' },
    ])
  },
)

test.each([
  ['{"eventLogoLink":"/logos/a.png"}', '/logos/a.png'],
  ['{"eventLogoLink":""}', null],
  ['{"eventLogoLink":7}', null],
  ['{}', null],
  ['null', null],
  ['', null],
  ['not JSON', null],
])('the logo in the description %j is %j', (description, logo) => {
  expect(logoOf(description)).toBe(logo)
})
