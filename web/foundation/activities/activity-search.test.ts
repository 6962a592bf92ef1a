import { expect, test } from 'vitest'
import { readActivitySearch } from './activity-search.ts'

const userId = '0198f2c5-1111-7000-8000-000000000001'

test.each([
  [{}, {}],
  [
    { search: 'Zoë', userId, eventId: 3, activity: 'moved' },
    { search: 'Zoë', userId, eventId: 3, activity: 'moved' },
  ],
  [{ search: 4711 }, { search: '4711' }],
  [{ search: '', userId: 'me', eventId: 'Piston', activity: 'danced', page: 2 }, {}],
])('the history at %j shows %j', (params, shown) => {
  expect(readActivitySearch(params)).toEqual(shown)
})
