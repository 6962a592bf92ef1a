import { expect, test } from 'vitest'
import { filtersInUse, otherYearsQuery, pageQuery, readRegistrationSearch } from './registration-search.ts'

test('an address without parameters means the season, the first page of 100 and no filter', () => {
  const search = readRegistrationSearch({})
  expect(search).toEqual({})
  expect(pageQuery(search, 2027)).toEqual({ year: 2027, page: 1, limit: 100 })
  expect(filtersInUse(search, 2027)).toBe(0)
})

test('every parameter reaches the server, and all years are sent as no year', () => {
  const search = readRegistrationSearch({
    search: 29201,
    year: 'All',
    eventName: 'Piston',
    eventSlotId: 7,
    sort: 'userName',
    order: 'desc',
    page: 3,
    limit: 500,
  })
  expect(pageQuery(search, 2027)).toEqual({
    search: '29201',
    eventName: 'Piston',
    eventSlotId: 7,
    sort: 'userName',
    order: 'desc',
    page: 3,
    limit: 500,
  })
  expect(filtersInUse(search, 2027)).toBe(4)
})

test.each([
  [{ page: -1, limit: 7, sort: 'password', order: 'up', year: 'soon', eventSlotId: 'x' }],
  [{ page: 'two', search: ['a'], eventName: { a: 1 }, limit: '100' }],
])('parameters with invalid values are dropped: %j', (params) => {
  expect(readRegistrationSearch(params)).toEqual({})
})

test('a slot is requested only together with its event', () => {
  expect(pageQuery({ eventSlotId: 7 }, 2027)).not.toHaveProperty('eventSlotId')
})

test.each([
  [{}, undefined],
  [{ search: ' ' }, undefined],
  [{ search: 'ada', year: 'All' }, undefined],
  [{ search: 'ada', credited: 'none' }, undefined],
  [{ search: 'ada' }, { search: 'ada', year: 2027 }],
  [
    { search: 'ada', year: 2026, eventName: 'Piston', eventSlotId: 7, focusId: 2, sort: 'email', page: 3 },
    { search: 'ada', year: 2026, focusId: 2 },
  ],
] as const)('the list %j asks other years for %j', (search, query) => {
  expect(otherYearsQuery(search, 2027)).toEqual(query)
})
