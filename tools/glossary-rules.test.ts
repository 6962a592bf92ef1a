import { expect, test } from 'vitest'
import { glossaryProblems } from './glossary-rules.ts'

const files = {
  'contract/events/sponsors/calls.ts': 'export const addSponsor = 1',
  'contract/events/event-copies/calls.ts': '',
  'server/events/sponsors/queries.ts': 'export interface FeaturedSponsor {}',
  'server/schema.sql': 'create table poll_codes (\n);',
}
const problemsOf = (...rows: string[]) =>
  glossaryProblems(
    ['| word | means | not |', '| --- | --- | --- |', ...rows].join('\n'),
    Object.entries(files).map(([path, text]) => ({ path, text, imports: [] })),
  )
const sponsor = '| sponsor | a company | |'
const copy = '| copy | another event (`event-copies`) | |'

test('a row names a folder by its plural, a folder in backticks, a table or a type', () => {
  const others = ['| poll code | signs | |', '| featured sponsor | the first one | |']
  expect(problemsOf(sponsor, copy, ...others)).toEqual([])
})

test.each([
  ['a noun has no row', [sponsor], 'the noun event-copies has no row'],
  [
    'a row names nothing',
    [sponsor, copy, '| guest | somebody else | |'],
    "'guest' names nothing in the code",
  ],
  [
    'a name in backticks does not exist',
    [sponsor, copy, '| guest | (`guests`) | |'],
    "'guest' names nothing",
  ],
  ['a word has two rows', [sponsor, copy, sponsor], "'sponsor' has two rows"],
])('the glossary is refused if %s', (_, rows, problem) => {
  expect(problemsOf(...rows)).toEqual([expect.stringContaining(problem)])
})
