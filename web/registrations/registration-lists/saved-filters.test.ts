import { expect, test } from 'vitest'
import type { SavedFilter } from './saved-filters.ts'
import { changesTo, withFilter, withoutFilter } from './saved-filters.ts'

const piston: SavedFilter = { name: 'Piston', search: { eventName: 'Piston' } }

test('filters are saved in the order of their names, without the page', () => {
  const search = { search: 'ada', sort: 'email', order: 'desc', page: 3, limit: 500 } as const
  expect(withFilter([piston], 'Ada', search)).toEqual([
    { name: 'Ada', search: { search: 'ada', sort: 'email', order: 'desc' } },
    piston,
  ])
})

test('a name that is saved again is replaced, in any case of its letters', () => {
  expect(withFilter([piston], 'piston', { focusId: 2 })).toEqual([{ name: 'piston', search: { focusId: 2 } }])
  expect(withoutFilter([piston], 'PISTON')).toEqual([])
})

test('saved filters take the place of the current ones and drop what the portal does not know', () => {
  const stored = { name: 'Old', search: { focusId: 2, credited: 'plenty', gone: 1 } as never }
  const current = { search: 'ada', page: 2, focusId: 1 }
  expect(JSON.parse(JSON.stringify({ ...current, ...changesTo(stored) }))).toEqual({ focusId: 2 })
})
