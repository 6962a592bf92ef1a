import { expect, test } from 'vitest'
import { readUnregisteredSearch, unregisteredQuery } from './unregistered-search.ts'

test.each([
  ['nothing', {}, {}],
  ['a search of digits', { search: 803 }, { search: '803' }],
  ['a year of the list', { year: 2024 }, { year: 2024 }],
  ['the season, which is the default', { year: 2027 }, {}],
  ['a year that has no registrations', { year: 2019 }, {}],
  ['all years, which this list does not offer', { year: 'All' }, {}],
  ['a page and a size', { page: 3, limit: 500 }, { page: 3, limit: 500 }],
  ['an event and a slot', { eventName: 'Piston', eventSlotId: 3 }, { eventName: 'Piston', eventSlotId: 3 }],
  ['invalid values', { page: -1, limit: 7, focusId: 2 }, {}],
])('an address with %s becomes a search', (_, params, expected) => {
  expect(readUnregisteredSearch(params, 2027)).toEqual(expected)
})

test('an address without parameters requests the season and the first page', () => {
  expect(unregisteredQuery({}, 2027)).toEqual({ year: 2027, page: 1, limit: 100 })
  expect(unregisteredQuery({ search: 'ann', year: 2025, page: 2, limit: 1000 }, 2027)).toEqual({
    search: 'ann',
    year: 2025,
    page: 2,
    limit: 1000,
  })
  expect(unregisteredQuery({ eventName: 'Piston', eventSlotId: 3 }, 2027)).toMatchObject({
    eventName: 'Piston',
    eventSlotId: 3,
  })
})
