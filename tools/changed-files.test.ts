import { expect, test } from 'vitest'
import { affectedBy } from './changed-files.ts'

const all = ['contract', 'journeys', 'lint', 'structure', 'tests', 'types', 'web']

test.each([
  ['nothing', [], []],
  ['a document', ['docs/api.md'], ['lint', 'structure', 'tests']],
  ['a test', ['server/core/log.test.ts'], ['contract', 'lint', 'structure', 'tests', 'types']],
  ['a journey', ['test/e2e/door.e2e.ts'], all],
  ['a page', ['web/app.tsx'], all],
  ['a style', ['web/core/ui/page.module.css'], all],
  ['a migration', ['server/core/db/migrations/0001-any.sql'], all],
  ['a document and a page', ['docs/api.md', 'web/app.tsx'], all],
])('a change of %s affects these steps', (_, files, steps) => {
  expect(affectedBy(files).steps.toSorted()).toEqual(steps)
})

test('a change of product code can affect every journey, a change of journeys only those that import it', () => {
  expect(affectedBy(['server/app.ts', 'test/e2e/door.ts']).hasOnlyTests).toBe(false)
  expect(affectedBy(['test/e2e/door.ts']).hasOnlyTests).toBe(true)
})

test('the tests of a change are those that import it', () => {
  expect(affectedBy(['server/app.ts']).related).toEqual(['server/app.ts'])
})

test('a change of what programs read without an import affects the tests that read it', () => {
  expect(affectedBy(['docs/api.md']).related).toContain('tools/house-picture.test.ts')
  expect(affectedBy(['server/schema.sql']).related).toEqual(['server/core/db/migrate-portal.ts'])
  expect(affectedBy(['contract/core/health.ts']).related).toContain('test/declared-calls.ts')
})

test('a change of packages or settings affects all tests', () => {
  expect(affectedBy(['package-lock.json', 'web/app.tsx']).related).toBe(undefined)
  expect(affectedBy(['vitest.config.ts']).related).toBe(undefined)
})
