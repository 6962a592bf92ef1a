import { describe, expect, test } from 'vitest'
import type { Choices } from './record-kind.ts'
import { mergeFields, plainRecord, shownValue } from './record-kind.ts'

interface Saved {
  version: number
  name: string
  venue: string | null
}
const kind = plainRecord<Saved, { name: string; venue: string }>(
  { name: 'Name', venue: 'Venue' },
  { valuesOf: ({ name, venue }) => ({ name, venue: venue ?? '' }), empty: { name: '', venue: '' } },
)
const base = { version: 3, name: 'Old', venue: 'Hangar 1' }
const older = kind.valuesOf(base)

describe('the changes of two people are merged:', () => {
  test.each([
    ['only they changed a field', {}, { name: 'Theirs' }, { name: 'Theirs' }, []],
    ['only I changed a field', { name: 'Mine' }, {}, { name: 'Mine' }, []],
    ['different fields are both kept', { name: 'Mine' }, { venue: null }, { name: 'Mine', venue: '' }, []],
    ['the same change is no conflict', { name: 'Same' }, { name: 'Same' }, { name: 'Same' }, []],
    [
      'different changes of a field are a conflict, and the typed value stays until an answer',
      { name: 'Mine' },
      { name: 'Theirs' },
      { name: 'Mine' },
      [{ id: 'name', what: 'Name', mine: 'Mine', theirs: 'Theirs' }],
    ],
  ])('%s', (_, typed, saved, values, conflicts) => {
    const newest = { ...base, ...saved, version: 4 }
    const merged = kind.merge({ typed: { ...older, ...typed }, older, base, newest }, new Map())
    expect(merged).toEqual({ values: { ...older, ...values }, conflicts })
  })

  test.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('a conflict ends once %s was chosen', (side, name) => {
    const choices: Choices = new Map([['name', side]])
    const newest = { ...base, name: 'Theirs', version: 4 }
    expect(kind.merge({ typed: { ...older, name: 'Mine' }, older, base, newest }, choices)).toEqual({
      values: { ...older, name },
      conflicts: [],
    })
  })

  test('fields without a label stay as they were typed', () => {
    const sides = {
      typed: { name: 'a', note: 'mine' },
      older: { name: 'a', note: '' },
      newer: { name: 'b', note: 'theirs' },
    }
    expect(mergeFields(sides, { name: 'Name' }).values).toEqual({ name: 'b', note: 'mine' })
  })
})

test('only a newer version makes a record outdated, and only another value makes it changed', () => {
  expect([2, 3, 4].map((version) => kind.isOutdated(base, { ...base, version }))).toEqual([
    false,
    false,
    true,
  ])
  expect(kind.isChanged({ ...older }, older)).toBe(false)
  expect(kind.isChanged({ ...older, venue: '' }, older)).toBe(true)
})

test.each([
  ['', 'nothing'],
  [null, 'nothing'],
  [true, 'yes'],
  [false, 'no'],
  ['<p>Inside <strong>and</strong> out</p>', 'Inside  and  out'],
  ['/api/files/abc', 'another picture'],
  ['x'.repeat(90), `${'x'.repeat(80)} …`],
])('%o is shown as %o', (value, words) => {
  expect(shownValue(value)).toBe(words)
})
