import { describe, expect, test } from 'vitest'
import type { DayFigure } from '#contract/office/dashboard/calls.ts'
import { monthEnds, newestDay, seasonCurve } from './season-curve.ts'

const asOf = new Date('2026-11-22T03:00:00Z')

function curve(days: DayFigure[], lastSeasonDays: DayFigure[] = [], { season = 2027, now = asOf } = {}) {
  const all = seasonCurve({ season, days, lastSeasonDays, asOf: now })
  return { all, on: (day: string) => all.find((each) => each.day === day) }
}

describe('the curve of a season', () => {
  test('goes from 1 April to 31 March, with 29 February in leap years', () => {
    const { all, on } = curve([])
    expect([all[0]?.day, all.at(-1)?.day, all.length]).toEqual(['1 Apr', '31 Mar', 365])
    expect(on('29 Feb')).toBeUndefined()
    expect(curve([], [], { season: 2028 }).on('29 Feb')).toBeDefined()
  })

  test('adds up registrations, next to those of the same day a season earlier', () => {
    const { on } = curve(
      [
        { on: '2026-04-02', registrations: 3 },
        { on: '2026-09-01', registrations: 4 },
      ],
      [{ on: '2025-09-01', registrations: 5 }],
    )
    expect(on('1 Apr')).toEqual({ day: '1 Apr', thisSeason: 0, lastSeason: 0 })
    expect(on('31 Aug')).toEqual({ day: '31 Aug', thisSeason: 3, lastSeason: 0 })
    expect(on('1 Sep')).toEqual({ day: '1 Sep', thisSeason: 7, lastSeason: 5 })
  })

  test('ends today, in Eastern time', () => {
    const { all, on } = curve([{ on: '2026-11-21', registrations: 1 }])
    expect(on('21 Nov')?.thisSeason).toBe(1)
    expect(on('22 Nov')?.thisSeason).toBeNull()
    expect(newestDay(all)?.day).toBe('21 Nov')
  })

  test('counts earlier registrations on its first day and later ones on its last', () => {
    const { on } = curve(
      [
        { on: '2026-03-01', registrations: 1 },
        { on: '2027-05-01', registrations: 2 },
      ],
      [{ on: '2024-12-31', registrations: 4 }],
      { now: new Date('2027-06-01T12:00:00Z') },
    )
    expect(on('1 Apr')).toMatchObject({ thisSeason: 1, lastSeason: 4 })
    expect(on('30 Mar')?.thisSeason).toBe(1)
    expect(on('31 Mar')?.thisSeason).toBe(3)
  })

  test('shows 29 February of the season before on the 28th', () => {
    const { on } = curve([], [{ on: '2024-02-29', registrations: 1 }], { season: 2025 })
    expect([on('27 Feb')?.lastSeason, on('28 Feb')?.lastSeason]).toEqual([0, 1])
  })

  test('has a table with the ends of the months and today', () => {
    expect(monthEnds(curve([]).all).map(({ day }) => day)).toEqual([
      '30 Apr',
      '31 May',
      '30 Jun',
      '31 Jul',
      '31 Aug',
      '30 Sep',
      '31 Oct',
      '21 Nov',
      '30 Nov',
      '31 Dec',
      '31 Jan',
      '28 Feb',
      '31 Mar',
    ])
  })
})
